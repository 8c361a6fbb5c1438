import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { headlessPrograms, peersDirectory } from "../headless/programs.ts"
import { agents, findProgram, type Stand } from "../zoo/agents.ts"

/** An agent as a person opens it in a terminal. */
export type TerminalProgram = {
  path(shared: string): string
  prepare?(stand: Stand): void
  argv(stand: Stand): string[]
  env?(stand: Stand): Record<string, string>
  /** What its screen shows when it asks for a task. */
  isReady(screen: string): boolean
}

/** The built program, and the peers that are installed. */
export function terminalPrograms(): Record<string, TerminalProgram> {
  const found = headlessPrograms()
  const { holdfast, pi, codex } = found
  if (!holdfast) throw new TypeError("it is in the table")
  const programs: Record<string, TerminalProgram> = {
    holdfast: {
      path: holdfast.program,
      argv: ({ url, model }) => ["--model", `openai-compatible/${model}`, "--base-url", `${url}/v1`],
      env: ({ home }) => ({ HOLDFAST_HOME: join(home, "holdfast"), HOLDFAST_CONFIG: join(home, "config") }),
      isReady: (screen) => /^─{9,}\n.*\n─{9,}$/m.test(screen),
    },
  }
  if (pi) {
    const { prepare, env } = agents.pi ?? {}
    programs.pi = {
      path: pi.program,
      ...(prepare ? { prepare } : {}),
      ...(env ? { env } : {}),
      argv: ({ model }) => ["--provider", "mock", "--model", model],
      isReady: (screen) => /^─{9,}\n.*\n─{9,}$/m.test(screen),
    }
  }
  if (codex) {
    programs.codex = {
      path: codex.program,
      prepare: ({ home, workspace }) => {
        mkdirSync(join(home, "codex"), { recursive: true })
        const trusted = `[projects."${workspace}"]\ntrust_level = "trusted"\n`
        writeFileSync(join(home, "codex", "config.toml"), `check_for_update_on_startup = false\n${trusted}`)
      },
      argv: ({ url, model }) => [
        ...["-c", "model_provider=mock", "-c", `model=${model}`],
        ...["-c", `model_providers.mock={name="mock",base_url="${url}/v1",env_key="MOCK_KEY",wire_api="responses"}`],
      ],
      env: ({ home }) => ({ CODEX_HOME: join(home, "codex"), MOCK_KEY: "x" }),
      isReady: (screen) => /^› /m.test(screen),
    }
  }
  const claude = findProgram("claude", peersDirectory)
  if (claude) {
    programs.claude = {
      path: () => claude,
      prepare: ({ home, workspace }) => {
        mkdirSync(join(home, "claude"), { recursive: true })
        const projects = { [workspace]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } }
        const known = {
          hasCompletedOnboarding: true,
          theme: "dark",
          projects,
          customApiKeyResponses: { approved: [claudeKey.slice(-20)], rejected: [] },
        }
        writeFileSync(join(home, "claude", ".claude.json"), JSON.stringify(known))
      },
      argv: () => [],
      env: ({ home, url }) => ({
        CLAUDE_CONFIG_DIR: join(home, "claude"),
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: claudeKey,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      }),
      isReady: (screen) => /^❯/m.test(screen),
    }
  }
  return programs
}

const claudeKey = "sk-ant-bench-0000000000000000000000"
