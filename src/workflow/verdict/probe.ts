import type { Check } from "../../session/event/done.ts"
import { limits } from "../../session/limits.ts"
import { idOf } from "../checks/check-list.ts"
import { strongestOf } from "../checks/strength.ts"
import type { Facts } from "./facts.ts"
import { oneLine } from "./push-back.ts"

/**
 * Checks that run once more in a copy of the workspace, with some files as they were before the work. The comment says so
 * wherever the command is shown.
 */
export function probesDue(facts: Facts): Check[] {
  const isKnown = ({ id }: Check) => facts.probes.some(({ check }) => check.id === id)
  return [...originalsProbes(facts), ...baselineProbes(facts)].filter(
    (check) => !isKnown(check) && check.command.length <= limits.note,
  )
}

/**
 * Where tests or their configuration were changed: whether the originals pass on the new code, too. The strongest of the
 * checks that were on offer before count as well: configuration may have taken them away.
 */
export function originalsProbes({ results, touched, unrun, original }: Facts): Check[] {
  const isProven = results.length > 0 && unrun.length === 0 && results.every(({ status }) => status === "passed")
  if (!isProven || touched.length === 0 || touched.length > limits.originals || touched.some(isOutside)) return []
  const checks = [...original, ...results.map(({ check }) => check)]
  const strength = strongestOf(checks.map((check) => check.strength))
  const [first = ""] = touched
  // On one line: what comes after it in a name would be a command.
  const names = touched.length === 1 ? `the original ${oneLine(first)}` : `${touched.length} original files`
  const probes = checks
    .filter((check) => check.strength === strength)
    .map((check) => probe(check, `${check.command} # with ${names}`, touched))
  return [...new Map(probes.map((each) => [each.id, each])).values()]
}

/** What a probe runs, without the comment that says how. */
export const probedCommand = (command: string): string => command.replace(/ # (?:with .*|before the work)$/, "")

export const baselineCommand = (command: string): string => `${command} # before the work`

/** Where a check fails to the end: whether it failed before the work, too. Only the content of files can be as it was. */
function baselineProbes({ results, files }: Facts): Check[] {
  const originals = files.flatMap(({ path, kind }) => (kind === "directory" ? [] : [path]))
  if (originals.length > limits.originals || files.some(({ path, kind }) => isOutside(path) || isNoContent(kind)))
    return []
  return results.flatMap(({ check, status, isOld }) =>
    status === "failed" && !isOld ? [probe(check, baselineCommand(check.command), originals)] : [],
  )
}

const isOutside = (path: string) => path.startsWith("/")
const isNoContent = (kind: Facts["files"][number]["kind"]) => kind === "link" || kind === "mode"

const probe = (check: Check, command: string, originals: readonly string[]): Check => ({
  ...check,
  id: idOf(command),
  command,
  originals: [...originals],
})
