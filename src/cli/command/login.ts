import { isProvider, providerNames, serverAddress } from "../../models/catalog/providers.ts"
import { nearest } from "../../tools/arguments/nearest.ts"
import type { Run } from "../commands/command-form.ts"
import { askForKey } from "../provider-key.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const [provider = ""] = args.words
  if (!isProvider(provider)) {
    const guess = nearest(provider, providerNames)
    const meant = guess ? ` Did you mean ${guess}?` : ""
    throw new UsageError(
      `There is no provider ${JSON.stringify(provider)}.${meant} Providers: ${providerNames.join(", ")}.`,
      "login",
    )
  }
  const given = args.text("base-url")
  const baseUrl = given === undefined ? undefined : serverAddress(given)
  const options = { baseUrl, unchecked: args.flag("unchecked"), command: "login" }
  const { file, check, variable, lines } = await askForKey(provider, options, terminal)
  if (terminal.json) await terminal.printJson({ provider, file, check, environment: variable })
  else await terminal.print(...lines)
  return 0
}
