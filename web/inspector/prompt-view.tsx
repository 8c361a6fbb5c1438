import type { ShownDiff, ShownPrompt } from "../../src/agent/prompt/shown-prompt.ts"
import { DiffView } from "../diff/diff-view.tsx"
import { Scrollable } from "../diff/scrollable.tsx"
import { diffRows } from "../diff/unified.ts"
import { tokens } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Details } from "./details.tsx"

const says = texts.inspector.context

/** The prompt, section by section. */
export function PromptSections({ sections }: { sections: ShownPrompt["sections"] }) {
  return sections.map(({ name, text, tokens: size, stable }) => (
    <Details
      key={name}
      line={
        <>
          <span className="min-w-0 grow truncate">{name}</span>
          {stable && <span className="shrink-0 text-xs text-ink-faint">{says.stable}</span>}
          <span className="w-12 shrink-0 text-right text-xs text-ink-faint tabular-nums">{tokens(size)}</span>
        </>
      }
    >
      <Scrollable
        label={name}
        className="max-h-96 overflow-auto py-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere text-ink-soft"
      >
        {text}
      </Scrollable>
    </Details>
  ))
}

/** The differences of the last two prompts, with reasons. */
export function PromptDiff({ diff }: { diff: ShownDiff }) {
  if (diff.from === null) return <p className="text-sm text-ink-faint">{says.noDiff}</p>
  if (diff.sections.length === 0) return <p className="text-sm text-ink-faint">{says.sameDiff}</p>
  return (
    <>
      {diff.highlights.length > 0 && <p className="mb-1 text-sm text-ink-soft">{diff.highlights.join(" ")}</p>}
      {diff.sections.map(({ name, because, added, removed, lines }) => (
        <Details
          key={name}
          line={
            <>
              <span className="min-w-0 grow truncate">
                {name} <span className="text-xs text-ink-faint">{because}</span>
              </span>
              <span className="font-mono text-xs text-good">+{added}</span>
              <span className="font-mono text-xs text-bad">−{removed}</span>
            </>
          }
        >
          <div className="my-1 max-h-96 overflow-y-auto rounded-md border border-line">
            <DiffView rows={diffRows(lines.join("\n"))} label={texts.cards.diff.name(name)} />
          </div>
        </Details>
      ))}
    </>
  )
}
