import { CircleHelp } from "lucide-react"
import type { ReactNode } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { TerminalOutput } from "../../diff/terminal-output.tsx"
import { useStreamed } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { FileChangesView } from "./file-changes-view.tsx"
import { FileLink } from "./file-link.tsx"
import { SearchView } from "./search-view.tsx"
import { SubRun } from "./sub-run.tsx"
import { TodoList } from "./todo-list.tsx"
import { todosOf, toolKind } from "./tool-line.ts"

type Tool = Item<"tool">
type Props = { session: string; item: Tool }

const says = texts.cards.tool

/** The arguments and the result of a call. */
export function ToolDetails({ session, item }: Props) {
  const meaning = says.meanings[item.state]
  return (
    <div className="text-sm">
      {meaning && (
        <p className="flex items-start gap-2 bg-warn-soft px-3 py-2 text-xs text-warn">
          <CircleHelp size={14} aria-hidden className="mt-px shrink-0" />
          {meaning}
        </p>
      )}
      <Body session={session} item={item} />
      {item.uncovered && <Small title={says.uncovered}>{item.uncovered}</Small>}
      {item.repaired.length > 0 && <Small title={says.repairedAbout}>{item.repaired.join("; ")}</Small>}
    </div>
  )
}

function Body({ session, item }: Props): ReactNode {
  const kind = toolKind(item.name)
  switch (kind) {
    case "command":
      return <Command session={session} item={item} />
    case "file":
      return (
        <>
          <FileChangesView session={session} item={item} />
          {item.state !== "ok" && <Output session={session} item={item} />}
        </>
      )
    case "search":
      return <SearchView session={session} item={item} />
    case "todo":
      return <TodoList items={todosOf(item.arguments)} />
    case "explore":
      return (
        <>
          <SubRun session={session} item={item} />
          <Output session={session} item={item} />
        </>
      )
    case "look":
      return (
        <>
          <p className="px-3 py-1.5">
            <FileLink session={session} path={String(item.arguments.path ?? "")} />
          </p>
          <Output session={session} item={item} shows="first" />
        </>
      )
    case "other":
      return (
        <>
          <Arguments item={item} />
          <Output session={session} item={item} />
        </>
      )
    default:
      return kind satisfies never
  }
}

function Command({ session, item }: Props) {
  const command = typeof item.arguments.command === "string" ? item.arguments.command : null
  if (command === null) {
    return (
      <>
        <Arguments item={item} />
        <Output session={session} item={item} />
      </>
    )
  }
  return (
    <>
      <div className="px-3 py-2">
        <pre className="font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
          <span aria-hidden className="text-ink-faint select-none">
            ${" "}
          </span>
          {command}
        </pre>
        {typeof item.arguments.cwd === "string" && (
          <p className="text-xs text-ink-faint">{says.directory(item.arguments.cwd)}</p>
        )}
      </div>
      <Output session={session} item={{ ...item, output: printed(item) }} />
    </>
  )
}

// The call's line shows how it ended.
const printed = ({ state, output, exitCode }: Tool) =>
  state === "error" ? output.replace(new RegExp(`\\s*Exit code ${exitCode}\\.$`), "") : output

function Output({ session, item, shows = "last" }: Props & { shows?: "first" | "last" }) {
  const streamed = useStreamed(session, item.startedAt ?? -1, "output")
  const isRunning = item.state === "running"
  const text = isRunning ? (streamed ?? item.output) : item.output
  if (text === "") {
    if (isRunning || item.state === "called") return null
    return <p className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">{texts.cards.output.none}</p>
  }
  return (
    <div className="border-t border-line">
      <TerminalOutput session={session} text={text} whole={item.whole?.blob ?? null} live={isRunning} shows={shows} />
    </div>
  )
}

/** Arguments as names and values. */
function Arguments({ item }: { item: Tool }) {
  const entries = Object.entries(item.arguments)
  if (entries.length === 0) return null
  return (
    <dl aria-label={says.arguments} className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 px-3 py-2 text-xs">
      {entries.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-faint">{name}</dt>
          <dd className="max-h-48 min-w-0 overflow-y-auto font-mono whitespace-pre-wrap wrap-anywhere">
            {typeof value === "string" ? value : JSON.stringify(value, null, 2)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Small({ title, children }: { title: string; children: ReactNode }) {
  return (
    <p className="border-t border-line px-3 py-1.5 text-xs text-ink-faint">
      {title}: <span className="text-ink-soft">{children}</span>
    </p>
  )
}
