import { isWithin } from "../base/path-within.ts"
import type { Call } from "./call.ts"
import type { SandboxWish } from "./confinement.ts"
import type { Segment } from "./judgement.ts"

/** How many effects a sentence names. */
const named = 3

/** What a call does beyond its mode, as a sentence for the person who approves it; empty where it stays within. */
export function effectOf(call: Call & { wish: SandboxWish | null }, project?: string): string {
  const { access, analysis, wish } = call
  if (access.kind === "none") return ""
  if (access.kind !== "command") return outsideText(access.places, project)
  const hosts = analysis?.hosts ?? []
  const connects = hosts.length > 0 ? `Connects to ${hosts.join(", ")}` : "Uses the network"
  const beyond = sentence(whyOf(call))
  if (wish === "no-sandbox")
    return [beyond, `The model says why: ${reasonOf(access.unconfined)}`].filter(Boolean).join(". ")
  return wish === "network" ? [connects, beyond].filter(Boolean).join(". ") : beyond
}

/** What the parts of a command do that reach furthest, such as "deletes ../build, outside the project". */
export function whyOf({ access, analysis }: Call): string {
  if (access.kind !== "command" || !analysis) return ""
  const reads = analysis.segments.filter(({ outside }) => outside)
  const worst = analysis.segments.filter((segment) => segment.class === analysis.class)
  const free = worst.filter(({ held }) => !held)
  const isBeyond = analysis.class === "danger" || analysis.class === "forbidden"
  const parts = !isBeyond ? reads : free.length > 0 ? free : worst
  return listed(parts.map(({ why }: Segment) => why)) || (analysis.outside ? "reads files outside the workspace" : "")
}

function outsideText(places: Extract<Call["access"], { kind: "read" | "write" }>["places"], project?: string): string {
  const outside = places.filter(({ where }) => where === "outside" || where === "protected")
  const texts = outside.map(({ shown, path }) => {
    const inProject = project !== undefined && isWithin(path, project)
    return `${shown} is outside the ${inProject ? "workspace" : "project"}`
  })
  return listed(texts)
}

function reasonOf(given = ""): string {
  const reason = given.replace(/\s+/g, " ").trim()
  return reason === "" ? "nothing" : `"${reason.slice(0, 300)}"`
}

function listed(texts: readonly string[]): string {
  const each = [...new Set(texts)]
  const more = each.length - named
  return [...each.slice(0, named), ...(more > 0 ? [`and ${more} more`] : [])].join("; ")
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
