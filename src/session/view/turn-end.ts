import { lowerFirst } from "../../base/letter-case.ts"
import type { Requirement } from "../event/input.ts"
import { exitCodeOf, type StopCode } from "../event/turn.ts"
import { type FactPoint, factPoints, type KnownFacts } from "./fact-points.ts"
import { type StopWords, stopWords } from "./stop-words.ts"

/** The end of a turn in words, each fact once: what it is called, why, and what it came to. */
export type End = Pick<StopWords, "title" | "tone"> & {
  reason: string | null
  /** The facts that are the reason, and the others. */
  because: readonly FactPoint[]
  points: readonly FactPoint[]
}

type Stop = { code: StopCode; summary: string; unmet?: Requirement | null | undefined }

/** The one way in which the terminal, `why`, `status` and the page word the end of a turn. */
export function endOf(stop: Stop, facts: KnownFacts): End {
  const { title, tone } = stopWords(stop.code)
  const all = factPoints(facts)
  const { reason, because } = reasonOf(stop, all, title)
  const points = all.filter((point) => !because.includes(point))
  const isShort = stop.unmet && exitCodeOf({ code: stop.code }) === 0
  return {
    title,
    // What was not written is no plain success, whatever was verified.
    tone: isShort ? "bad" : tone === "good" && all.some(({ about }) => about === "writes") ? "warn" : tone,
    reason,
    because,
    points: isShort && stop.unmet ? [required(stop.unmet), ...points] : points,
  }
}

/** The end on one line: the title with its reason, then what it came to. */
export function endLine({ title, reason, points }: End): string {
  const head = reason === null ? title : `${title}: ${reason}`
  return [head, ...points.filter(({ about }) => about !== "looks").map(({ text }) => lowerFirst(text))].join(" · ")
}

type Reason = Pick<End, "reason" | "because">

/** Facts give the reason where they can; else the stop record says it. */
function reasonOf({ code, summary }: Stop, all: readonly FactPoint[], title: string): Reason {
  const from = reasonsFrom[code]
  const points = from === undefined ? [] : all.filter(from)
  // A list of them does not fit on one line: it is shown below.
  if (points.length > 0 && points.length <= mostReasons) {
    const words = points.map(({ text, detail }) => lowerFirst(detail === null ? text : `${text} (${detail})`))
    return { reason: words.join(", "), because: points }
  }
  if (points.length > 0 || needsNone.has(code)) return { reason: null, because: [] }
  const reason = summary.trim().replace(/\.$/, "")
  return { reason: reason === "" || reason.toLowerCase() === title.toLowerCase() ? null : reason, because: [] }
}

const mostReasons = 2

const reasonsFrom: { readonly [code in StopCode]?: (point: FactPoint) => boolean } = {
  "completed-verified": ({ about, tone }) => about === "check" && tone === "good",
  "completed-unverified": ({ about, tone }) => about === "uncovered" || about === "touched" || isFailed(about, tone),
  "verification-budget-exhausted": ({ about, tone }) => isFailed(about, tone),
}

const isFailed = (about: FactPoint["about"], tone: FactPoint["tone"]) => about === "check" && tone === "bad"

/** The title says it all. */
const needsNone: ReadonlySet<StopCode> = new Set([
  "completed-verified",
  "completed-nothing-to-verify",
  "answered",
  "cancelled",
  "superseded",
])

function required(what: Requirement): FactPoint {
  const text = what === "verified" ? "Verification was required" : "A change was required"
  return { about: "required", tone: "bad", text, detail: null, seq: null }
}
