import { counted } from "../../base/amount-text.ts"
import { clip } from "../../base/clip.ts"
import { upperFirst } from "../../base/letter-case.ts"
import type { TurnFacts } from "../event/turn-facts.ts"

/** What is known of a turn; what is missing was not looked at, and nothing is said of it. */
export type KnownFacts = Partial<TurnFacts>

/** One fact in words. `text` is enough on one line; `detail` has the names. */
export type FactPoint = {
  about: "files" | "check" | "touched" | "uncovered" | "writes" | "open" | "running" | "denied" | "required" | "looks"
  tone: "good" | "bad" | "missing" | "context"
  text: string
  detail: string | null
  seq: number | null
}

/** The facts of a turn in words, in the order in which they matter to a person. */
export function factPoints(facts: KnownFacts): FactPoint[] {
  const { touched = [], uncovered = [], open = [], running = [], denied = [], generated = 0 } = facts
  const { failedWrites = [], failedEdits = [] } = facts
  return [
    ...filesPoint(facts),
    ...(facts.checks ?? []).map(checkPoint),
    ...listed(
      "touched",
      "missing",
      touched.map(ticked),
      (names) => `existing tests or check configuration changed: ${names}`,
    ),
    ...listed("uncovered", "missing", uncovered.map(ticked), (names) => `no check covers ${names}`),
    ...failedWrites.map(({ path, error, seq }) =>
      point("writes", "bad", `${ticked(path)} was not written`, { detail: oneLine(error), seq }),
    ),
    ...failedEdits.map(({ path, seq }) => point("writes", "bad", `the last write to ${ticked(path)} failed`, { seq })),
    ...listed("open", "missing", open, (items) => `${counted(open.length, "item")} still open: ${items}`),
    ...listed("running", "context", running.map(ticked), (names) => `still running: ${names}`),
    ...deniedPoint(denied),
    ...(facts.unwatched ? [point("looks", "context", `not watched: ${facts.unwatched}`)] : []),
    ...(generated > 0 ? [point("looks", "context", counted(generated, "generated file"))] : []),
  ].map((each) => ({ ...each, text: upperFirst(each.text) }))
}

function filesPoint({ files = [], fileCount, commands }: KnownFacts): FactPoint[] {
  if (fileCount === undefined) return []
  if (fileCount === 0) {
    const nothing = commands === 0 ? "no file was changed and no command was run" : "no file was changed"
    return [point("files", "context", nothing)]
  }
  const thing = files.every(({ kind }) => kind === undefined) ? "file" : "path"
  const names = files.map(({ path, change, kind }) => {
    const words = [
      ...(change === "created" ? ["new"] : change === "deleted" ? ["deleted"] : []),
      ...(kind ? [kind] : []),
    ]
    return `${ticked(path)}${words.length > 0 ? ` (${words.join(" ")})` : ""}`
  })
  return [point("files", "context", `${counted(fileCount, thing)} changed`, { detail: few(names, fileCount) })]
}

function checkPoint({ command, status, by, summary, seq }: TurnFacts["checks"][number]): FactPoint {
  const tone = status === "passed" ? "good" : status === "failed" ? "bad" : "missing"
  const result = summary?.replace(/^(?:passed|failed)(?:: |, |$)/, "")
  const more = result && status !== "passed" ? ` (${result})` : ""
  const detail = by === "model" ? "run by the model" : null
  return point("check", tone, `${ticked(command)} ${checkWords[status]}${more}`, { detail, seq: seq ?? null })
}

const checkWords = {
  planned: "has not run",
  pending: "has not run",
  passed: "passed",
  failed: "failed",
  stale: "passed, but files changed since",
  superseded: "was replaced by a later run",
  skipped: "was skipped",
  unknown: "has an unknown result",
  missing: "cannot run here",
} as const satisfies Record<TurnFacts["checks"][number]["status"], string>

function deniedPoint(denied: NonNullable<TurnFacts["denied"]>): FactPoint[] {
  const [first] = denied
  if (!first) return []
  const verb = denied.length === 1 ? "was" : "were"
  const names = few([...new Set(denied.map(({ what }) => ticked(what)))])
  return [point("denied", "bad", `${counted(denied.length, "call")} ${verb} denied: ${names}`, { seq: first.seq })]
}

function point(
  about: FactPoint["about"],
  tone: FactPoint["tone"],
  text: string,
  { detail = null, seq = null }: { detail?: string | null; seq?: number | null } = {},
): FactPoint {
  return { about, tone, text, detail, seq }
}

function listed(
  about: FactPoint["about"],
  tone: FactPoint["tone"],
  names: readonly string[],
  say: (names: string) => string,
): FactPoint[] {
  return names.length === 0 ? [] : [point(about, tone, say(few(names)))]
}

const mostNames = 3

function few(names: readonly string[], all = names.length): string {
  const shown = names.slice(0, mostNames)
  return [...shown, ...(all > shown.length ? [`and ${all - shown.length} more`] : [])].join(", ")
}

const mostOfError = 160

function oneLine(error: string): string {
  return clip(error.trim().split("\n", 1)[0] ?? "", mostOfError)
}

const ticked = (text: string) => `\`${text.replace(/\s+/g, " ").replaceAll("`", "'")}\``
