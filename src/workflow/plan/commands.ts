import { isNothing, itemsOf } from "../outline/items.ts"
import type { Line } from "../outline/lines.ts"
import { hasPhrase, hasWord, wordsOf } from "../text.ts"
import { isJoined, splitCommands } from "./shell.ts"

/** The commands of a section, and what stands in it that is none: prose is a note, never something to run. */
export function commandsIn(lines: readonly Line[]): { commands: string[]; notes: string[] } {
  const found = blocksOf(lines).map((block) => (block.kind === "code" ? commandsOfCode(block) : commandsOfProse(block)))
  return {
    commands: [...new Set(found.flatMap(({ commands }) => commands))],
    notes: found.flatMap(({ notes }) => notes),
  }
}

/** Commands as a block that a person can copy and edit: one after the other. */
export function formatCommands(commands: readonly string[]): string {
  const text = commands.join("\n")
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))
  const fence = "`".repeat(longest + 1)
  return `${fence}sh\n${text}\n${fence}`
}

/** Whether a code span is a command, and not a name or a path. */
export function isCommand(text: string): boolean {
  const [first = "", ...rest] = text
    .trim()
    .replace(/^(?:[A-Za-z_]\w*=\S*\s+)+/, "")
    .split(/\s+/)
  if (programs.alone.has(first)) return true
  if (rest.length > 0 && programs.withArguments.has(first)) return true
  if (/^\.{1,2}\//.test(first)) return !/\.[A-Za-z0-9]+$/.test(first) || /\.(?:sh|bash)$/.test(first)
  return rest.length > 0 && /^[\w.-]+(?:\/[\w.-]+)+$/.test(first) && !/\.[A-Za-z0-9]+$/.test(first)
}

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const programs = {
  /** What checks something when it is called by its name alone. */
  alone: table(`pytest tox nox make tsc eslint vitest jest mocha rspec rake phpunit ctest phpstan pyright rubocop
    shellcheck golangci-lint just`),
  withArguments: table(`npm npx pnpm yarn bun bunx deno node python python3 py uv uvx poetry pipenv hatch pdm pip ruff
    mypy black flake8 pylint isort coverage cargo rustc rustfmt go gofmt cmake ninja meson gradle mvn java javac kotlinc
    dotnet msbuild swift xcodebuild ruby bundle rails php composer mix elixir rebar3 stack cabal ghc sbt scala zig dart
    flutter biome prettier ava cypress playwright tsx ts-node webpack vite rollup esbuild bash sh zsh test ls cat grep rg
    find git head tail sed awk diff cmp wc jq curl wget docker docker-compose podman kubectl helm terraform ansible-lint
    sqlite3 psql echo true cd env time timeout bazel buck just`),
} as const

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

/** Words of sentences. A line without code marks that has one of them is prose: "make sure that it works". */
const proseWords =
  `a an the that this it its is are be and or to of for with sure should must will all if when then passes
  pass passed works succeeds without errors every each confirm verify check ensure`.split(/\s+/)

/** What is said of a command that must not run: anywhere before it, or as the last word before it. */
const negations = {
  before: [
    ...["do not", "don't", "never", "must not", "not to"].flatMap((no) =>
      ["run", "use", "call", "execute", "invoke"].map((verb) => `${no} ${verb}`),
    ),
    "avoid",
    "instead of",
    "rather than",
  ],
  last: new Set(["not", "never", "without", "no"]),
} as const

type Block = { kind: "code"; info: string; text: string } | { kind: "prose"; lines: Line[]; leadsIn: boolean }
type Found = { commands: string[]; notes: string[] }

const fence = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^`]*$/

/** Code may stand indented under a bullet here: fences count wherever they are. */
function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  let prose: Line[] = []
  const endProse = (leadsIn: boolean) => {
    if (prose.length > 0) blocks.push({ kind: "prose", lines: prose, leadsIn })
    prose = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: "", fenced: false }
    const open = fence.exec(line.text)
    const mark = open?.[1] ?? ""
    const end = open ? lines.findIndex((candidate, index) => index > at && isEnd(candidate.text, mark)) : -1
    if (end < 0) prose.push({ ...line, fenced: false })
    else {
      endProse(true)
      const indent = /^[ \t]*/.exec(line.text)?.[0] ?? ""
      const inner = lines
        .slice(at + 1, end)
        .map(({ text }) => (text.startsWith(indent) ? text.slice(indent.length) : text))
      blocks.push({ kind: "code", info: (open?.[2] ?? "").toLowerCase(), text: inner.join("\n") })
      at = end
    }
  }
  endProse(false)
  return blocks
}

function isEnd(text: string, mark: string): boolean {
  const trimmed = text.trim()
  return trimmed.length >= mark.length && trimmed === (mark[0] ?? "").repeat(trimmed.length)
}

function commandsOfCode({ info, text }: { info: string; text: string }): Found {
  if (!shellInfo.has(info)) return { commands: [], notes: noteOf(text) }
  const { commands, broken } = splitCommands(text)
  return { commands, notes: broken.flatMap(noteOf) }
}

function commandsOfProse({ lines, leadsIn }: { lines: readonly Line[]; leadsIn: boolean }): Found {
  const items = joined(itemsOf(lines))
  const found = items.map((item, index): Found => {
    const commands = commandsOfItem(item)
    if (commands.length > 0) return { commands, notes: [] }
    const isLead = leadsIn && index === items.length - 1 && item.endsWith(":") && wordsOf(item).length <= 3
    return { commands: [], notes: isLead || isNothing(item) ? [] : [item] }
  })
  return { commands: found.flatMap(({ commands }) => commands), notes: found.flatMap(({ notes }) => notes) }
}

function joined(items: readonly string[]): string[] {
  const whole: string[] = []
  for (const item of items) {
    const before = whole.at(-1)
    if (before !== undefined && !before.includes("`") && isJoined(before.split("\n").at(-1) ?? ""))
      whole[whole.length - 1] = `${before}\n${item}`
    else whole.push(item)
  }
  return whole
}

function commandsOfItem(item: string): string[] {
  const spans = [...item.matchAll(/(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)/g)]
  let after = 0
  const marked: string[] = []
  for (const span of spans) {
    const before = item.slice(after, span.index)
    after = span.index + span[0].length
    if (hasPhrase(before, negations.before) || negations.last.has(wordsOf(before).at(-1) ?? "")) break
    const text = (span[2] ?? "")
      .replace(/\n/g, " ")
      .trim()
      .replace(/^\$\s+/, "")
    if (isCommand(text)) marked.push(...splitCommands(text).commands)
  }
  if (spans.length > 0) return marked
  const plain = (item.split(/\s[—–]\s/)[0] ?? "").trim().replace(/^\$\s+/, "")
  const said = plain.replace(/'[^']*'|"[^"]*"/g, " ")
  if (hasWord(said, proseWords)) return []
  const { commands, broken } = splitCommands(plain)
  return broken.length === 0 && commands.every(isCommand) ? commands : []
}

function noteOf(text: string): string[] {
  const note = text.trim()
  return note === "" ? [] : [note]
}
