import type { Run } from "../commands/command-form.ts"
import { bashCompletion } from "../completion/bash.ts"
import { fishCompletion } from "../completion/fish.ts"
import { offered } from "../completion/offers.ts"
import { zshCompletion } from "../completion/zsh.ts"
import { UsageError } from "../usage-error.ts"

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const

export const run: Run = async (args, terminal) => {
  const [shell = ""] = args.words
  if (!isShell(shell)) throw new UsageError(`There is no completion for ${shell}: use bash, zsh or fish.`, "completion")
  const script = shells[shell](offered())
  if (terminal.json) await terminal.printJson({ shell, script })
  else await terminal.write(script)
  return 0
}

function isShell(word: string): word is keyof typeof shells {
  return Object.hasOwn(shells, word)
}
