import type { Command } from "./commands/command-form.ts"
import { pastCommands } from "./commands/history-commands.ts"
import { keepCommands } from "./commands/session-commands.ts"
import { systemCommands } from "./commands/system-commands.ts"
import { workCommands } from "./commands/task-commands.ts"

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [...workCommands, ...pastCommands, ...keepCommands, ...systemCommands]

export function commandNamed(name: string): Command | undefined {
  return commands.find((command) => command.name === name)
}
