import type { Command } from "./commands/form.ts"
import { houseCommands } from "./commands/house.ts"
import { keepCommands } from "./commands/keep.ts"
import { pastCommands } from "./commands/past.ts"
import { workCommands } from "./commands/work.ts"

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [...workCommands, ...pastCommands, ...keepCommands, ...houseCommands]

export function commandNamed(name: string): Command | undefined {
  return commands.find((command) => command.name === name)
}
