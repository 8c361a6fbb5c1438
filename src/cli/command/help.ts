import { nearest } from "../../tools/arguments/nearest.ts"
import { commandNamed, commands } from "../command-table.ts"
import type { Run } from "../commands/command-form.ts"
import { helpData, helpText } from "../help-text.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const [name] = args.words
  const command = name === undefined ? undefined : commandNamed(name)
  if (name !== undefined && !command) {
    const guess = nearest(
      name,
      commands.map((each) => each.name),
    )
    throw new UsageError(`There is no command ${JSON.stringify(name)}.${guess ? ` Did you mean ${guess}?` : ""}`)
  }
  if (terminal.json) await terminal.printJson(helpData(command))
  else await terminal.print(helpText(command, terminal))
  return 0
}
