import { tokens } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"

type Part = { kind: "prompt" | "tools" | "messages"; name: string; tokens: number }

const says = texts.inspector.context
const backgrounds = { prompt: "bg-accent", tools: "bg-info", messages: "bg-warn" } as const

/** The parts of the next request, as a bar of the context window and as a list. */
export function ContextBar({ parts, room }: { parts: readonly Part[]; room: number | null }) {
  const sum = parts.reduce((all, part) => all + part.tokens, 0)
  if (sum === 0) return null
  const whole = room === null ? null : Math.max(room, sum)
  const kinds = (["prompt", "tools", "messages"] as const).map((kind) => {
    const own = parts.filter((part) => part.kind === kind)
    return { kind, own, tokens: own.reduce((all, part) => all + part.tokens, 0) }
  })
  return (
    <>
      {whole !== null && (
        <div aria-hidden className="my-2 flex h-2 overflow-hidden rounded-full bg-sunken">
          {kinds.map(({ kind, tokens: size }) => (
            <span
              key={kind}
              className={classes("h-full min-w-px", backgrounds[kind])}
              style={{ width: `${(size / whole) * 100}%` }}
            />
          ))}
        </div>
      )}
      <ul className="text-xs">
        {kinds.map(({ kind, own, tokens: size }) => (
          <li key={kind} className="py-0.5">
            <div className="flex items-center gap-2">
              <span aria-hidden className={classes("size-2 shrink-0 rounded-full", backgrounds[kind])} />
              <span className="grow text-ink-soft">{says.parts[kind]}</span>
              <span className="text-ink-faint tabular-nums">{tokens(size)}</span>
            </div>
            {own.length > 1 && (
              <ul className="ml-4 border-l border-line pl-2 text-ink-faint">
                {own
                  .toSorted((one, other) => other.tokens - one.tokens)
                  .slice(0, 8)
                  .map((part) => (
                    <li key={part.name} className="flex gap-2">
                      <span className="min-w-0 grow truncate">{part.name}</span>
                      <span className="tabular-nums">{tokens(part.tokens)}</span>
                    </li>
                  ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
