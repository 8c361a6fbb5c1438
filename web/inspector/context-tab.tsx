import { useState } from "react"
import { compact } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { moment } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Markdown } from "../transcript/markdown.tsx"
import { Button } from "../ui/button.tsx"
import { ContextBar } from "./context-bar.tsx"
import { Details } from "./details.tsx"
import type { TabProps } from "./inspector.tsx"
import { Loaded } from "./loaded.tsx"
import { PromptDiff, PromptSections } from "./prompt-view.tsx"
import { Remark, Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"
import { UsageTable } from "./usage-table.tsx"

const says = texts.inspector.context

/** What the model sees, how much of it there is, and what it took. */
export function ContextTab({ id, at }: TabProps) {
  const state = useSessionState(id)
  const context = useApi("GET /api/sessions/:id/context", { params: { id } }, { version: state?.seq })
  return (
    <>
      {at !== null && <Remark>{texts.inspector.asOfNow}</Remark>}
      <Loaded query={context}>
        {({ size, parts, compactions }) => (
          <>
            <Section title={says.next} aside={<CompactButton id={id} />}>
              {size ? (
                <p className="text-sm">
                  <span className="font-medium">{says.used(size.used, size.window)}</span>{" "}
                  <span className="text-ink-faint">
                    {size.window !== null && `${says.share(Math.round((size.used / size.window) * 100))}. `}
                    {says.threshold(size.threshold)}
                  </span>
                </p>
              ) : (
                <p className="text-sm text-ink-faint">{says.empty}</p>
              )}
              <ContextBar parts={parts} window={size?.window ?? null} />
            </Section>
            <Section title={says.usage}>{state && <UsageTable usage={state.log.usage} />}</Section>
            <Section title={says.compactions}>
              {compactions.length === 0 && <p className="text-sm text-ink-faint">{says.noCompactions}</p>}
              {compactions.toReversed().map(({ seq, at: when, before, after, summary }) => (
                <Details
                  key={seq}
                  line={
                    <>
                      <span className="grow truncate">{says.compaction(before, after)}</span>
                      <span className="text-xs text-ink-faint">{moment(when)}</span>
                    </>
                  }
                  beside={<SeqLink session={id} seq={seq} />}
                >
                  <div className="py-2 text-sm">
                    <Markdown text={summary} />
                  </div>
                </Details>
              ))}
            </Section>
          </>
        )}
      </Loaded>
      <Prompt id={id} />
      <Diff id={id} />
    </>
  )
}

function CompactButton({ id }: { id: string }) {
  const [focus, setFocus] = useState<string | null>(null)
  const asked = useSessionState(id)?.log.compact
  if (asked) return <span className="text-xs text-ink-faint">{says.compactAsked}</span>
  if (focus === null) {
    return (
      <Button look="quiet" size="small" onClick={() => setFocus("")}>
        {says.compact}
      </Button>
    )
  }
  return (
    <form
      className="flex grow gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        setFocus(null)
        void compact(id, focus.trim() || undefined)
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        aria-label={says.focus}
        placeholder={says.focus}
        value={focus}
        maxLength={10_000}
        onChange={({ target }) => setFocus(target.value)}
        onKeyDown={({ key }) => key === "Escape" && setFocus(null)}
        className="min-h-8 min-w-0 grow rounded-md border border-line-strong bg-ground px-2 text-xs placeholder:text-ink-faint pointer-coarse:min-h-11"
      />
      <Button type="submit" look="primary" size="small">
        {says.compact}
      </Button>
    </form>
  )
}

function Prompt({ id }: { id: string }) {
  const version = useSessionState(id)?.branch.prompts.at(-1)?.seq ?? null
  const prompt = useApi("GET /api/sessions/:id/prompt", { params: { id } }, { version })
  return (
    <Section
      title={says.prompt}
      aside={
        prompt.data && (
          <span className="text-xs text-ink-faint">
            {says.sections(prompt.data.sections.length, prompt.data.tokens)}
          </span>
        )
      }
    >
      <Loaded query={prompt}>{({ sections }) => <PromptSections sections={sections} />}</Loaded>
    </Section>
  )
}

function Diff({ id }: { id: string }) {
  const prompts = useSessionState(id)?.branch.prompts.length ?? 0
  const version = useSessionState(id)?.branch.prompts.at(-1)?.seq ?? null
  const diff = useApi("GET /api/sessions/:id/prompt/diff", { params: { id } }, { enabled: prompts > 0, version })
  return (
    <Section title={says.diff}>
      {prompts === 0 ? (
        <p className="text-sm text-ink-faint">{says.nothingSent}</p>
      ) : (
        <Loaded query={diff}>{(shown) => <PromptDiff diff={shown} />}</Loaded>
      )}
    </Section>
  )
}
