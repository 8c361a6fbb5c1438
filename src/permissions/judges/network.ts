import { isLiteral } from "../../shell/mark.ts"
import { optionValues } from "../../shell/option.ts"
import type { Judge } from "../judge-context.ts"
import { combine, danger, readOnly, workspace } from "../judgement.ts"
import { writes } from "./touch.ts"

/** `curl` and `wget`: downloading into the workspace is no more than any program may do. */
export const judgeDownload: Judge = (args, scene) => {
  const skipped = new Set<number>()
  for (const [at, argument] of args.entries()) if (plainOptions.values.includes(argument)) skipped.add(at + 1)
  // What is computed may be what was read, and a value with an `@` or a `%{output}` is a file.
  const odd = args.some((argument, at) =>
    skipped.has(at) ? !isLiteral(argument) || /^@|%\{?output/.test(argument) : !isPlain(argument),
  )
  if (odd) return danger("sends to the network, or may")
  return combine(workspace("gets from the network"), writes(optionValues(args, plainOptions.files), scene), readOnly())
}

/** Options that neither send anything nor read a file. */
const plainOptions: { flags: readonly string[]; values: readonly string[]; files: readonly string[] } = {
  flags:
    `-s -S -L -f -I -i -v -k -q -O -sS -fsSL -sSL -sL -fsS -sI -sSf -qO- --silent --show-error --location --fail --head
    --include --verbose --insecure --compressed --quiet --remote-name --no-check-certificate --http1.1 -g --globoff
    --spider`.split(/\s+/),
  values: [
    "-o",
    "-m",
    "-A",
    "-w",
    "--output",
    "--max-time",
    "--connect-timeout",
    "--retry",
    "--user-agent",
    "--write-out",
    "--timeout",
    "--tries",
  ],
  files: ["-o", "--output"],
}

function isPlain(argument: string): boolean {
  if (argument.startsWith("-")) return plainOptions.flags.includes(argument) || plainOptions.values.includes(argument)
  return isLiteral(argument) && /^(https?:\/\/|localhost[:/]|127\.0\.0\.1[:/])/i.test(argument)
}
