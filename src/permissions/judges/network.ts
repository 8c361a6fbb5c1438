import { isLiteral } from "../../shell/mark.ts"
import { optionValues } from "../../shell/option.ts"
import type { Judge } from "../judge-context.ts"
import { combine, danger, type Judgement, workspace } from "../judgement.ts"
import { writes } from "./touch.ts"

/** `curl` and `wget`: downloading into the workspace is no more than any program may do. */
export const judgeDownload: Judge = (args, scene) => {
  const skipped = new Set<number>()
  for (const [at, argument] of args.entries()) if (plainOptions.values.includes(argument)) skipped.add(at + 1)
  // What is computed may be what was read, and a value with an `@` or a `%{output}` is a file.
  const odd = args.some((argument, at) =>
    skipped.has(at) ? !isLiteral(argument) || /^@|%\{?output/.test(argument) : !isPlain(argument),
  )
  if (odd) return connecting(args, danger(`${connects(args)}, and may send to it`))
  return combine(connecting(args, workspace(connects(args))), writes(optionValues(args, plainOptions.files), scene))
}

/** What a program of the network does, in words. */
export function connects(args: readonly string[]): string {
  return `connects to ${[...new Set(args.flatMap(hostsIn))].join(", ") || "another machine"}`
}

/** The same judgement, with the hosts that the arguments name. */
export function connecting(args: readonly string[], judgement: Judgement): Judgement {
  return { ...judgement, hosts: [...new Set(args.flatMap(hostsIn))] }
}

/** The host of an address: `https://host/path`, `user@host`, `host:path`. What is computed names none. */
function hostsIn(argument: string): readonly string[] {
  if (argument.startsWith("-")) return []
  const [, host] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]+)/i.exec(argument) ??
    /^(?:[\w.-]+@)([\w.-]+)(?::|$)/.exec(argument) ??
    /^(localhost|[\w-]+(?:\.[\w-]+)+):/.exec(argument) ??
    []
  return host !== undefined && isLiteral(host) ? [host] : []
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
