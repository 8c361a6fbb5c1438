import type { Arguments } from "./command-line.ts"
import { UsageError } from "./usage-error.ts"

/** How a turn is printed: for people, or in the dialect of `claude --output-format`. `--json` is our own. */
export type OutputFormat = "text" | "json" | "stream-json"

export function outputFormatFrom(args: Arguments, command: string): OutputFormat {
  const format = args.text("output-format") as OutputFormat | undefined
  if (format && args.flag("json")) throw new UsageError("--json and --output-format cannot be combined.", command)
  return format ?? "text"
}
