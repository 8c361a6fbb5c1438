import { hash as digest } from "node:crypto"
import { join } from "node:path"
import { configDirectory } from "../../agent/config.ts"
import { projectOf } from "../../agent/project.ts"
import { oneLine } from "../../agent/text/plain.ts"
import { trustedRules, trustRules, withdrawTrust } from "../../agent/trust.ts"
import { showRule } from "../../permissions/rule.ts"
import { readIfThere, readRules } from "../../permissions/rules.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Arguments } from "../arguments.ts"
import type { Run } from "../commands/form.ts"
import { confirmed } from "../question.ts"
import { withStore } from "../store.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const [path] = args.words
  const project = projectOf(path)
  const projectFile = join(project, ".holdfast", "permissions.json")
  if (args.flag("withdraw")) return withdraw({ project, file: projectFile }, args, terminal)
  const userFile = join(configDirectory(), "permissions.json")
  // One read: what is shown is what is trusted, whatever happens to the file meanwhile.
  const { rules, sources } = readRules({ userFile, projectFile, trusted: () => true })
  const hash = sources.find(({ source }) => source === "project")?.hash
  if (!hash) throw new HoldfastError("not-found", `${project} has no rules: there is no ${projectFile}.`)
  const own = [...rules.deny, ...rules.ask, ...rules.allow].filter(({ source }) => source === "project")
  const isTrusted = await withStore("look", async (store) => store !== undefined && (await trustedRules(store))(hash))
  if (!terminal.json) {
    await terminal.print(`The rules of ${oneLine(project)}:`, ...own.map((rule) => `  ${oneLine(showRule(rule))}`))
  }
  if (!isTrusted) {
    const question = "Trust these rules? They hold until the file changes."
    if (!args.flag("yes") && !(await confirmed(question, terminal, "trust"))) {
      await terminal.print("Nothing was trusted.")
      return 1
    }
    await withStore("create", async (store) => store && trustRules(store, { hash, project }))
  }
  if (terminal.json) await terminal.printJson({ project, file: projectFile, hash, rules: own, changed: !isTrusted })
  else await terminal.print(isTrusted ? "They are trusted already." : "They are trusted until the file changes.")
  return 0
}

/** Less is allowed afterwards, so that nobody is asked; rules that cannot be understood are no obstacle. */
async function withdraw(
  { project, file }: { project: string; file: string },
  args: Arguments,
  terminal: Terminal,
): Promise<number> {
  if (args.flag("yes")) throw new UsageError("--yes trusts, --withdraw does not: give one of them.", "trust")
  const text = readIfThere(file)
  const hash = text === undefined ? null : digest("sha256", text, "hex")
  const changed = await withStore(
    "act",
    async (store) => store !== undefined && withdrawTrust(store, { hash, project }),
  )
  if (terminal.json) await terminal.printJson({ project, file, hash, changed })
  else if (changed)
    await terminal.print(`The rules of ${oneLine(project)} are not trusted any more: they can only deny or ask.`)
  else await terminal.print(`The rules of ${oneLine(project)} are not trusted: there is nothing to withdraw.`)
  return 0
}
