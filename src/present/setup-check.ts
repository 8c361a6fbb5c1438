import { execFile } from "node:child_process"
import { accessSync, constants } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { type Config, readConfig } from "../agent/configuration/config.ts"
import type { ModelChoice } from "../agent/configuration/model-choice.ts"
import type { Permissions } from "../agent/tool-calls/permit.ts"
import { systemCode } from "../base/system-error.ts"
import { readRules } from "../permissions/rules/rules.ts"
import { isHoldfastError } from "../session/error.ts"
import { ripgrepPath } from "../tools/files/ripgrep.ts"
import { findShell } from "../tools/job/start-job.ts"
import { sandboxUse } from "../tools/sandbox/sandbox.ts"
import type { Check } from "./checkup.ts"
import { providerChecks } from "./provider-check.ts"

/** The environment to check. */
export type Setup = {
  env: NodeJS.ProcessEnv
  directory: string
  configuration: string
  workspace: string
  permissions: Pick<Permissions, "userFile" | "projectFile" | "trusted">
  /** Opens models with these settings. */
  models(config: Config): Pick<ModelChoice, "found" | "open">
}

/** Checks settings, rules, the model, the programs that tools run, and write access. Writes nothing. */
export async function setupChecks(setup: Setup): Promise<Check[]> {
  const configuration = configurationCheck(setup.configuration)
  const { config } = configuration
  const [model, providers, ...programs] = await Promise.all([
    // Without valid settings the model is unknown.
    config ? modelCheck(setup.models(config)) : [],
    config ? providerChecks(config, setup.env) : [],
    gitCheck(setup.env),
    ripgrepCheck(),
    shellCheck(setup.env),
    sandboxCheck(configuration.config ?? {}),
  ])
  return [
    configuration.check,
    rulesCheck(setup.permissions),
    ...model,
    ...providers,
    ...programs,
    ...accessChecks(setup),
  ]
}

function configurationCheck(directory: string): { check: Check; config: Config | null } {
  const check = { id: "configuration", name: "Settings" } as const
  const file = join(directory, "config.json")
  try {
    const warnings: string[] = []
    const config = readConfig(directory, (warning) => warnings.push(warning))
    const found = `${file}: ${Object.keys(config).join(", ") || "none, defaults apply"}`
    if (warnings.length === 0) return { check: { ...check, status: "ok", found }, config }
    const advice = `Correct or remove them in ${file}.`
    return { check: { ...check, status: "warn", found: warnings.join(" "), advice }, config }
  } catch (error) {
    const advice = `Correct or remove ${file}: no task runs until then.`
    return { check: { ...check, status: "fail", found: messageOf(error), advice }, config: null }
  }
}

function rulesCheck(permissions: Setup["permissions"]): Check {
  const check = { id: "rules", name: "Rules" } as const
  try {
    const { rules, sources } = readRules(permissions)
    const counts = `${rules.deny.length} deny, ${rules.ask.length} ask, ${rules.allow.length} allow`
    const untrusted = sources.find(({ counts: { allow }, trusted }) => allow > 0 && !trusted)
    if (!untrusted) return { ...check, status: "ok", found: counts }
    const found = `${counts}; the allow rules in ${untrusted.file} do not count`
    return { ...check, status: "note", found, advice: "Read them, then run 'holdfast trust'." }
  } catch (error) {
    const advice = "Correct or remove the file: no task runs until then. 'holdfast permissions show' checks it again."
    return { ...check, status: "fail", found: messageOf(error), advice }
  }
}

async function modelCheck(models: Pick<ModelChoice, "found" | "open">): Promise<Check[]> {
  const check = { id: "model", name: "Model" } as const
  const { model, because } = await models.found()
  if (model === null) {
    const advice =
      "Run 'holdfast init' or 'holdfast login anthropic', start a local server (such as Ollama), or name a model with --model."
    return [{ ...check, status: "warn", found: because, advice }]
  }
  try {
    await models.open(model)
    return [{ ...check, status: "ok", found: `${model}: ${because}` }]
  } catch (error) {
    const found = `${model}: ${messageOf(error)}`
    return [
      { ...check, status: "fail", found, advice: "Set what is missing, or choose another model: 'holdfast models'." },
    ]
  }
}

async function gitCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  const advice = "Install git: without it, changes that commands make are found more slowly, and the git tool fails."
  return programCheck({ id: "git", name: "Git" }, () => versionOf("git", env), { status: "warn", advice })
}

async function ripgrepCheck(): Promise<Check> {
  const advice = "Reinstall Holdfast with its dependencies: glob and grep do not work without ripgrep."
  return programCheck({ id: "ripgrep", name: "Ripgrep" }, async () => versionOf(await ripgrepPath(), process.env), {
    status: "fail",
    advice,
  })
}

async function shellCheck(env: NodeJS.ProcessEnv): Promise<Check> {
  const shell = findShell(env.PATH)
  const run = async () => {
    await promisify(execFile)(shell, ["-c", "exit 0"], { env, timeout: timeoutMs })
    return shell
  }
  const advice = "Install bash or sh: no command and no check runs without a shell."
  return programCheck({ id: "shell", name: "Shell" }, run, { status: "fail", advice })
}

const otherSystem =
  "A Linux kernel with Landlock (5.13 or later) or macOS has one. Elsewhere --permission-mode prompt asks before each command."

async function sandboxCheck({ sandbox = {} }: Config): Promise<Check> {
  const check = { id: "sandbox", name: "Sandbox" } as const
  const { is, network, shown } = await sandboxUse(sandbox)
  if (is === "on") {
    const found = `${shown}; network ${network ? "on" : "off"} for commands`
    if (!shown.includes("without namespaces")) return { ...check, status: "ok", found }
    const advice =
      "Commands have no loopback of their own, and could change the mode and times of your other files. Allow user namespaces for a tighter sandbox."
    return { ...check, status: "note", found, advice }
  }
  const asked = "commands that may change files ask you"
  const trusted = "commands are judged by their text only; nothing enforces it"
  const advice = sandbox.enabled === false ? "Turn it on: 'holdfast config unset sandbox.enabled'." : otherSystem
  return { ...check, status: "warn", found: `${shown}; ${is === "missing" ? asked : trusted}`, advice }
}

async function programCheck(
  check: Pick<Check, "id" | "name">,
  run: () => Promise<string>,
  otherwise: Pick<Check, "status" | "advice">,
): Promise<Check> {
  try {
    return { ...check, status: "ok", found: await run() }
  } catch (error) {
    return { ...check, ...otherwise, found: `it cannot be run: ${messageOf(error)}` }
  }
}

const timeoutMs = 5_000

async function versionOf(program: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ["--version"], { env, timeout: timeoutMs })
  return stdout.split("\n", 1)[0] ?? ""
}

function accessChecks({ directory, workspace }: Setup): Check[] {
  const data = { id: "data-access", name: "Data writable" } as const
  const work = { id: "workspace-access", name: "Workspace writable" } as const
  const problem = { data: refusal(directory), work: refusal(workspace) }
  return [
    problem.data === null
      ? { ...data, status: "ok", found: directory }
      : {
          ...data,
          status: "fail",
          found: problem.data,
          advice: "Make it writable for you, or set HOLDFAST_HOME to a directory that is.",
        },
    problem.work === null
      ? { ...work, status: "ok", found: workspace }
      : {
          ...work,
          status: "warn",
          found: problem.work,
          advice: "Sessions here can only read. Make it writable for you, or work in another directory.",
        },
  ]
}

/** Why a directory, or the one that it would be created in, is not writable; null if it is. */
function refusal(directory: string): string | null {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const code = systemCode(error)
    const parent = dirname(directory)
    if (code === "ENOENT" && parent !== directory) return refusal(parent)
    return `${directory} cannot be written (${code})`
  }
}

function messageOf(error: unknown): string {
  if (isHoldfastError(error)) return error.message
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error)
}
