import { text } from "node:stream/consumers"
import type { Arguments } from "./arguments.ts"
import { UsageError } from "./usage-error.ts"

/** What a person wants, from the words of the command line, and from standard input where there are none or one is `-`. */
export async function taskFrom(args: Arguments, command: string): Promise<string> {
  const words = args.words.filter((word) => word !== "-").join(" ")
  const piped = args.words.includes("-") || (args.words.length === 0 && !process.stdin.isTTY)
  const read = piped ? await text(process.stdin) : ""
  const task = [words, read]
    .map((part) => part.trim())
    .filter(Boolean)
    .join("\n\n")
  if (task === "") throw new UsageError(`${command} needs to be told what to do.`, command)
  return task
}
