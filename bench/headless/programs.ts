import { cpSync, existsSync, globSync, mkdirSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { type Agent, agents, findProgram } from "../zoo/agents.ts"

const root = join(import.meta.dirname, "..", "..")

/** Where `npm run bench:peers` puts other agents. */
export const peersDirectory = join(root, "bench", "peers")

/** The built program as a package has it: a checkout would run its sources. */
export function stageProgram(directory: string): string {
  const staged = join(directory, "package")
  if (existsSync(staged)) return join(staged, "bin", "holdfast")
  if (!existsSync(join(root, "dist", "cli.js")))
    throw new Error("There is no built program: run `npm run build` first.")
  mkdirSync(staged)
  for (const name of ["bin", "package.json"]) cpSync(join(root, name), join(staged, name), { recursive: true })
  symlinkSync(join(root, "dist"), join(staged, "dist"))
  return join(staged, "bin", "holdfast")
}

export type HeadlessProgram = { agent: Agent; program(shared: string): string }

/** The agents that are compared: the built program, and those of the peers that are installed. */
export function headlessPrograms(): Record<string, HeadlessProgram> {
  const { holdfast, pi } = agents
  if (!holdfast || !pi) throw new TypeError("both are in the table")
  const found: Record<string, HeadlessProgram> = { holdfast: { agent: holdfast, program: stageProgram } }
  const piProgram = findProgram("pi", peersDirectory)
  if (piProgram) found.pi = { agent: pi, program: () => piProgram }
  // The program itself: the script beside it only starts it.
  const [codexProgram] = globSync("node_modules/@openai/codex*/**/vendor/*/**/codex", { cwd: peersDirectory })
    .map((path) => join(peersDirectory, path))
    .filter((path) => findProgram(path, undefined))
  if (codexProgram) found.codex = { agent: codex, program: () => codexProgram }
  return found
}

const codex: Agent = {
  program: "codex",
  prepare: ({ home }) => mkdirSync(join(home, "codex"), { recursive: true }),
  argv: ({ url, model }, words) => [
    ...["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
    ...["-c", "model_provider=mock", "-c", `model=${model}`],
    ...["-c", `model_providers.mock={name="mock",base_url="${url}/v1",env_key="MOCK_KEY",wire_api="responses"}`],
    words,
  ],
  env: ({ home }) => ({ CODEX_HOME: join(home, "codex"), MOCK_KEY: "x" }),
  verdict: ({ code }) => ({ says: `exit code ${code}`, done: code === 0 }),
}
