import { oneLine, plain } from "../base/plain-words.ts"
import { clock, day } from "../base/time-text.ts"
import { redact, redactDeep } from "../session/redact.ts"
import type { TranscriptItem } from "../session/view/transcript.ts"
import { endLine, endOf } from "../session/view/turn-end.ts"
import type { Damage, SessionRow } from "../store/contract.ts"
import { artifactName, restoreText } from "./item-text.ts"

/** A transcript as Markdown, with known secrets masked. */
export function* markdown(
  row: SessionRow,
  items: readonly TranscriptItem[],
  damage: readonly Damage[],
): Generator<string> {
  yield `# ${heading(row.title ?? "Session")}\n\n`
  yield `- Session: ${code(row.id)}\n- Project: ${code(row.project)}\n- Opened: ${stamp(row.openedAt)}\n- Last active: ${stamp(row.updatedAt)}\n`
  if (row.tags.length > 0) yield `- Tags: ${row.tags.map(code).join(", ")}\n`
  for (const { from, to, what } of damage) yield `- **Damaged**, left out: events ${from} to ${to} (${line(what)})\n`
  for (const item of items) {
    const text = itemText(item)
    if (text) yield `\n${text}\n`
  }
}

function itemText(item: TranscriptItem): string {
  const at = stamp(item.at)
  switch (item.kind) {
    case "input": {
      const state = item.state === "consumed" ? "" : `, ${item.state}`
      return `## ${heading(item.by.name)}\n\n*${at}${state}*\n\n${prose(item.text)}`
    }
    case "answer": {
      const state = item.state === "whole" ? "" : `, ${item.state}${item.note ? `: ${line(item.note)}` : ""}`
      const reasoning = item.reasoning ? details("Reasoning", item.reasoning) : ""
      return [`## Agent\n\n*${at}${state}*`, reasoning, prose(item.text)].filter(Boolean).join("\n\n")
    }
    case "tool": {
      const given =
        Object.keys(item.arguments).length > 0
          ? fenced(JSON.stringify(redactDeep(item.arguments), null, 2), "json")
          : ""
      const changed = item.changed.map(({ path }) => `- changed ${code(path)}`).join("\n")
      const output = item.output ? details("Output", item.output) : ""
      return [`### Tool ${code(item.name)}: ${item.state}`, given, changed, output].filter(Boolean).join("\n\n")
    }
    case "ask":
      return `### Asked: ${item.state}\n\n${prose(item.question)}${item.answer === null ? "" : `\n\nAnswer: ${prose(item.answer)}`}`
    case "check":
      return [`### Check ${code(item.command)}: ${item.state}`, item.output ? details("Output", item.output) : ""]
        .filter(Boolean)
        .join("\n\n")
    case "todos":
      return `### To do\n\n${item.items.map((todo) => `- [${todo.state === "completed" ? "x" : " "}] ${line(todo.text)}`).join("\n")}`
    case "artifact":
      return `---\n\n*${heading(item.edited ? item.by.name : "Agent")} wrote version ${item.version} of the ${artifactName(item.artifact)}.*${item.summary ? `\n\n${prose(item.summary)}` : ""}`
    case "mode":
      // Each turn starts with a mode; only a change is worth showing.
      if (item.as === "route") return ""
      return `---\n\n*${heading(item.mode)}: ${line(item.summary)}*`
    case "push-back":
      return `---\n\n*${line(item.text)}*`
    case "owner":
      return `---\n\n*Resumed by ${code(item.owner.type)} on ${code(item.owner.host)}.*`
    case "restore":
      return `---\n\n*${restoreText(item)}*${item.left.map(({ path, why }) => `\n- left ${code(path)}: ${line(why)}`).join("")}`
    case "saved":
      return `---\n\n*${heading(item.by.name)} saved ${code(item.change.path)}.*`
    case "compaction":
      return `---\n\n*${item.removed} messages before this were summed up for the model:*\n\n${prose(item.summary)}`
    case "trim":
      return "---\n\n*Long results before this are shortened for the model.*"
    case "kept":
      return `---\n\n*Not compacted: ${line(item.because)}*`
    case "fork":
      return `---\n\n*Forked from ${code(item.parent.session)} at event ${item.parent.seq}.*`
    case "rewind":
      return `---\n\n*Went back to event ${item.to}.*`
    case "stop":
      return `---\n\n*${line(endLine(endOf(item, item.facts ?? {})))}*`
    case "unknown":
      return `---\n\n*${heading(item.type)}: written by a newer Holdfast.*`
  }
  return item satisfies never
}

const stamp = (at: string) => `${day(at)} ${clock(at)}`

const prose = (text: string) => redact(plain(text)).trim()

const line = (text: string) => redact(oneLine(text))

// Headings are a single line without Markdown of their own.
const heading = (text: string) => line(text).replace(/([\\`*_[\]<>#])/g, "\\$1")

function code(text: string): string {
  const clean = line(text)
  const ticks = "`".repeat(longestRun(clean) + 1)
  return clean.startsWith("`") || clean.endsWith("`") ? `${ticks} ${clean} ${ticks}` : `${ticks}${clean}${ticks}`
}

// Longer than any run of backticks inside, so that tool output cannot end the fence.
function fenced(text: string, language = ""): string {
  const clean = redact(plain(text)).trimEnd()
  const fence = "`".repeat(Math.max(3, longestRun(clean) + 1))
  return `${fence}${language}\n${clean}\n${fence}`
}

function details(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${fenced(text)}\n\n</details>`
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
