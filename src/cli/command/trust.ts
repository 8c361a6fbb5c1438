import { hash as digest } from "node:crypto"
import { join } from "node:path"
import { configDirectory } from "../../agent/configuration/config.ts"
import { projectOf } from "../../agent/configuration/project-of.ts"
import { trustedRules, trustRules, withdrawTrust } from "../../agent/tool-calls/trust.ts"
import { oneLine } from "../../base/plain-words.ts"
import { showRule } from "../../permissions/rules/rule.ts"
import { readIfThere, readRules } from "../../permissions/rules/rules.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { confirmed } from "../confirm.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [path] = args.words
  const project = projectOf(path)
  const projectFile = join(project, ".holdfast", "permissions.json")
  if (args.flag("withdraw")) return withdraw({ project, file: projectFile }, args, terminal)
  const userFile = join(configDirectory(), "permissions.json")
  // Read once: the shown text is exactly what becomes trusted, even if the file changes meanwhile.
  const { rules, sources } = readRules({ userFile, projectFile, trusted: () => true })
  const hash = sources.find(({ source }) => source === "project")?.hash
  if (!hash) throw new HoldfastError("not-found", `${project} has no rules: there is no ${projectFile}.`)
  const own = [...rules.deny, ...rules.ask, ...rules.allow].filter(({ source }) => source === "project")
  const isTrusted = await withStore("look", async (store) => store !== undefined && (await trustedRules(store))(hash))
  if (!terminal.json) {
    await terminal.print(`The rules of ${oneLine(project)}:`, ...own.map((rule) => `  ${oneLine(showRule(rule))}`))
  }
  if (!isTrusted) {
    const question = "Trust these rules until the file changes?"
    if (!args.flag("yes") && !(await confirmed(question, terminal, "trust"))) {
      await terminal.print("Not trusted.")
      return 1
    }
    await withStore("create", async (store) => store && trustRules(store, { hash, project }))
  }
  if (terminal.json) await terminal.printJson({ project, file: projectFile, hash, rules: own, changed: !isTrusted })
  else await terminal.print(isTrusted ? "These rules are already trusted." : "Trusted until the file changes.")
  return 0
}

/** Revoking trust only restricts: it asks nothing, and works on invalid rules too. */
async function withdraw(
  { project, file }: { project: string; file: string },
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  if (args.flag("yes")) throw new UsageError("--yes and --withdraw cannot be combined.", "trust")
  const text = readIfThere(file)
  const hash = text === undefined ? null : digest("sha256", text, "hex")
  const changed = await withStore(
    "act",
    async (store) => store !== undefined && withdrawTrust(store, { hash, project }),
  )
  if (terminal.json) await terminal.printJson({ project, file, hash, changed })
  else if (changed)
    await terminal.print(`The rules of ${oneLine(project)} are no longer trusted: they can only deny or ask.`)
  else await terminal.print(`The rules of ${oneLine(project)} are not trusted: there is nothing to withdraw.`)
  return 0
}
