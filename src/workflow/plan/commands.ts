import { checkKind, isKnownProgram } from "../../shell/checker.ts"
import { programName, programNamed } from "../../shell/programs.ts"
import { simpleCommands } from "../../shell/simple-command.ts"
import { splitCommands } from "../../shell/split.ts"
import type { Line } from "../outline/lines.ts"
import { itemsOf } from "../outline/outline-items.ts"

/** The commands of a section: blocks of shell, and code that begins an item. Prose is nothing to run. */
export function commandsIn(lines: readonly Line[]): string[] {
  return blocksOf(lines).flatMap((block) => (block.kind === "code" ? commandsOfCode(block) : commandsOfProse(block)))
}

/** Whether a code span is a command that may check something, and not a name or a path. */
export function isCommand(text: string): boolean {
  return simpleCommands(text).some(({ words }) => {
    const [first = "", ...rest] = words
    const kind = checkKind(words)
    // What only reads proves nothing; the record then says that it was left out.
    if (kind === "nothing") return rest.length > 0 && programNamed(programName(first))?.reads !== undefined
    if (kind !== "unknown") return true
    return first.startsWith("./") || (rest.length > 0 && (isKnownProgram(first) || first.includes("/")))
  })
}

const shellInfo: ReadonlySet<string> = new Set([
  "",
  "sh",
  "bash",
  "shell",
  "zsh",
  "console",
  "terminal",
  "shell-session",
  "cmd",
  "powershell",
])

type Block = { kind: "code"; info: string; text: string } | { kind: "prose"; lines: Line[] }

const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^`]*$/

/** Code may stand indented under a bullet here: fences count wherever they are. */
function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  let prose: Line[] = []
  const endProse = () => {
    if (prose.length > 0) blocks.push({ kind: "prose", lines: prose })
    prose = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: "", fenced: false }
    const open = fence.exec(line.text)
    const mark = open?.[1] ?? ""
    const end = open ? lines.findIndex((candidate, index) => index > at && isEnd(candidate.text, mark)) : -1
    if (end < 0) prose.push({ ...line, fenced: false })
    else {
      endProse()
      const indent = /^[ \t]*/.exec(line.text)?.[0] ?? ""
      const inner = lines
        .slice(at + 1, end)
        .map(({ text }) => (text.startsWith(indent) ? text.slice(indent.length) : text))
      blocks.push({ kind: "code", info: (open?.[2] ?? "").toLowerCase(), text: inner.join("\n") })
      at = end
    }
  }
  endProse()
  return blocks
}

function isEnd(text: string, mark: string): boolean {
  const trimmed = text.trim()
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? "").repeat(trimmed.length)
}

function commandsOfCode({ info, text }: { info: string; text: string }): readonly string[] {
  return (shellInfo.has(info) ? splitCommands(text) : null) ?? []
}

function commandsOfProse({ lines }: { lines: readonly Line[] }): readonly string[] {
  return itemsOf(lines).flatMap((item) => {
    const [, , span = ""] = /^(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)/.exec(item) ?? []
    const commands = splitCommands(span) ?? []
    return isCommand(commands.join("\n")) ? commands : []
  })
}
