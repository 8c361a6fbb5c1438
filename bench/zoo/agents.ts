import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"

/** Where one run of an agent takes place. `follows`: it continues the session of the run before it. */
export type Stand = {
  home: string
  workspace: string
  url: string
  model: string
  contextWindow: number
  follows?: boolean
}

/** What an agent printed, and how it ended; no code where it had to be ended. */
export type Ended = { code: number | null; stdout: string }

/** What an agent itself says of its end. `done`: it claims that the work is done. */
export type Verdict = { says: string; done: boolean }

/** A command line that does a task without a person, and how its verdict is read. */
export type Agent = {
  program: string
  prepare?(stand: Stand): void
  argv(stand: Stand, words: string): string[]
  env?(stand: Stand): Record<string, string>
  verdict(ended: Ended): Verdict
  /** It prints the events of its turn, with a stop record. */
  speaksRecords?: true
}

const root = join(import.meta.dirname, "..", "..")

export const agents: Readonly<Record<string, Agent>> = {
  holdfast: {
    program: join(root, "bin", "holdfast"),
    speaksRecords: true,
    argv: ({ url, model, follows }, words) => [
      ...["run", ...(follows ? ["--continue"] : []), "--json", "--no-ask", "--permission-mode", "allow"],
      ...["--model", `openai-compatible/${model}`, "--base-url", `${url}/v1`, words],
    ],
    env: ({ home }) => ({ HOLDFAST_HOME: join(home, "holdfast"), HOLDFAST_CONFIG: join(home, "config") }),
    verdict: ({ code, stdout }) => {
      const last = stdout.trimEnd().split("\n").at(-1) ?? ""
      const stop = last.startsWith("{") ? (JSON.parse(last) as { stop?: string }).stop : undefined
      // A finished turn that is not verified claims nothing, as long as its record states the facts.
      const statesFacts = /"type":"turn\.stopped".*"facts":/.test(stdout)
      const claims = stop === "completed-verified" || (code === 0 && !statesFacts)
      return { says: stop ?? `exit code ${code}`, done: claims }
    },
  },
  pi: {
    program: "pi",
    prepare: ({ home, url, model, contextWindow }) =>
      writeJson(join(home, ".pi", "agent", "models.json"), {
        providers: {
          mock: {
            baseUrl: `${url}/v1`,
            api: "openai-completions",
            apiKey: "x",
            models: [
              {
                id: model,
                name: model,
                reasoning: false,
                input: ["text"],
                contextWindow,
                maxTokens: 4096,
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
              },
            ],
          },
        },
      }),
    argv: ({ model, follows }, words) => [
      ...["-p", ...(follows ? ["--continue"] : []), "--provider", "mock", "--model", model, words],
    ],
    env: () => ({ PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" }),
    verdict: spokenVerdict,
  },
  opencode: {
    program: "opencode",
    prepare: ({ home, url, model, contextWindow }) =>
      writeJson(join(home, "opencode.json"), {
        provider: {
          mock: {
            npm: "@ai-sdk/openai-compatible",
            options: { baseURL: `${url}/v1`, apiKey: "x" },
            models: { [model]: { tool_call: true, limit: { context: contextWindow, output: 4096 } } },
          },
        },
        model: `mock/${model}`,
        small_model: `mock/${model}`,
        permission: { "*": "allow" },
      }),
    argv: (_, words) => ["run", words],
    env: ({ home }) => ({
      OPENCODE_CONFIG: join(home, "opencode.json"),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    }),
    verdict: spokenVerdict,
  },
  "qwen-code": {
    program: "qwen",
    argv: (_, words) => ["--auth-type", "openai", "--approval-mode", "yolo", "-p", words],
    env: ({ url, model }) => ({ OPENAI_API_KEY: "x", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: model }),
    verdict: spokenVerdict,
  },
}

/** Where a program is: in a directory of peers, or where the shell would find it. */
export function findProgram(program: string, peers: string | undefined): string | undefined {
  if (program.startsWith("/")) return program
  const peer = peers === undefined ? [] : [peers, join(peers, "node_modules", ".bin")]
  const places = [...peer, ...(process.env.PATH ?? "").split(delimiter)]
  return places.map((place) => join(place, program)).find((path) => existsSync(path))
}

/** Without a verdict of its own an agent is taken at its last words. */
function spokenVerdict({ code, stdout }: Ended): Verdict {
  const words = stdout.trimEnd().slice(-400)
  const admits =
    /could not|couldn't|cannot|can't|unable|not able|fail|error|\bnot (yet )?(been )?(done|created|complete)|not sure|\?\s*$/i
  if (code !== 0) return { says: `exit code ${code}`, done: false }
  if (words === "") return { says: "nothing", done: true }
  return admits.test(words) ? { says: "admits it", done: false } : { says: "done", done: true }
}

function writeJson(path: string, value: unknown): void {
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, JSON.stringify(value, null, 2))
}
