import { text } from "node:stream/consumers"
import type { Arguments } from "./arguments.ts"
import { UsageError } from "./usage-error.ts"

/** What a person wants; `typed` is how much of it they said themselves, where more was read with it. */
export type Task = { text: string; typed?: number }

/**
 * What a person wants, from the words of the command line, and from standard input where there are none or one is `-`.
 * What comes alone is what they want; what comes with words is what those are about.
 */
export async function taskFrom(args: Arguments, command: string): Promise<Task> {
  const words = args.words
    .filter((word) => word !== "-")
    .join(" ")
    .trim()
  const piped = args.words.includes("-") || (args.words.length === 0 && !process.stdin.isTTY)
  const read = piped ? (await text(process.stdin)).trim() : ""
  if (words === "" && read === "") throw new UsageError(`${command} needs to be told what to do.`, command)
  if (words === "" || read === "") return { text: words || read }
  return { text: `${words}\n\n${read}`, typed: words.length }
}
