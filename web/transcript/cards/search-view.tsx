import type { Item } from "../../../src/session/view/transcript/item.ts"
import { TerminalOutput } from "../../diff/terminal-output.tsx"
import { texts } from "../../texts.ts"
import { FileLink } from "./file-link.tsx"
import { globResults, grepResults, matchParts } from "./grep-results.ts"

type Props = { session: string; item: Item<"tool"> }

export function SearchView({ session, item }: Props) {
  if (item.state !== "ok")
    return <TerminalOutput session={session} text={item.output} whole={item.whole?.blob ?? null} />
  return item.name === "glob" ? <Paths session={session} item={item} /> : <Matches session={session} item={item} />
}

function Paths({ session, item }: Props) {
  const { paths, note } = globResults(item.output)
  return (
    <div className="max-h-80 overflow-y-auto px-3 py-2">
      {paths.length > 0 && <p className="mb-1 text-xs text-ink-faint">{texts.cards.tool.found(paths.length)}</p>}
      <ul>
        {paths.map((path) => (
          <li key={path} className="truncate">
            <FileLink session={session} path={path} />
          </li>
        ))}
      </ul>
      {note && <p className="mt-1 text-xs text-ink-faint">{note}</p>}
    </div>
  )
}

function Matches({ session, item }: Props) {
  const found = grepResults(item.output)
  const pattern = String(item.arguments.pattern ?? "")
  if (!found) return <p className="px-3 py-2 text-xs text-ink-faint">{item.output}</p>
  return (
    <div className="max-h-80 overflow-y-auto px-3 py-2">
      {found.files.map(({ path, lines }) => (
        <div key={path} className="mb-2 last:mb-0">
          <div className="flex items-baseline gap-2">
            <FileLink session={session} path={path} className="min-w-0 truncate" />
            <span className="shrink-0 text-xs text-ink-faint">
              {texts.cards.tool.matches(lines.filter(({ match }) => match).length)}
            </span>
          </div>
          <ol className="font-mono text-xs leading-5">
            {lines.map(({ number, text, match }) => (
              <li key={number} className="flex gap-2">
                <span className="w-10 shrink-0 text-right text-ink-faint tabular-nums select-none">{number}</span>
                <span className={match ? "truncate text-ink" : "truncate text-ink-faint"}>
                  {match ? <Marked parts={matchParts(text, pattern)} /> : text}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ))}
      {found.note && <p className="text-xs text-ink-faint">{found.note}</p>}
    </div>
  )
}

function Marked({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
      <mark key={at} className="rounded-xs bg-warn-soft text-warn">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
