import { useState } from "react"
import { permissionsHere } from "../../src/session/view/permission.ts"
import { permissionLines } from "../../src/session/view/permission-text.ts"
import { compact } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { useRow } from "../live/rows.ts"
import { useSessionState } from "../live/use-session.ts"
import { moment } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Markdown } from "../transcript/markdown.tsx"
import { Button } from "../ui/button.tsx"
import { ContextBar } from "./context-bar.tsx"
import { Details } from "./details.tsx"
import type { TabProps } from "./inspector.tsx"
import { Loaded } from "./loaded.tsx"
import { OwnRules } from "./own-rules.tsx"
import { PromptDiff, PromptSections } from "./prompt-view.tsx"
import { Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"
import { UsageTable } from "./usage-table.tsx"
import { useStateAt } from "./use-state-at.ts"

const says = texts.inspector.context

/** The model's context, its size and the usage so far. */
export function ContextTab({ id, at }: TabProps) {
  const state = useStateAt(id, at)
  const row = useRow(id)
  const rules = state ? permissionLines(permissionsHere(state, row?.foreignThrough ?? 0).permission) : []
  const given = { params: { id }, query: at === null ? {} : { at } }
  const context = useApi("GET /api/sessions/:id/context", given, { version: at === null ? state?.seq : null })
  return (
    <>
      <Loaded query={context}>
        {({ size, parts, compactions }) => (
          <>
            <Section title={says.next} aside={at === null && <CompactButton id={id} />}>
              {size ? (
                <p className="text-sm">
                  <span className="font-medium">{says.used(size.used, size.window)}</span>
                  <span className="text-ink-faint">
                    {size.window !== null && ` · ${says.share(Math.round((size.used / size.window) * 100))}`}
                    {` · ${says.threshold(size.threshold)}`}
                  </span>
                </p>
              ) : (
                <p className="text-sm text-ink-faint">{says.empty}</p>
              )}
              {/* Without a known window size, the compaction threshold counts as full. */}
              <ContextBar parts={parts} room={size && (size.window ?? size.threshold)} />
            </Section>
            {rules.length > 0 && (
              <Section title={says.rules}>
                {rules.map((line) => (
                  <p key={line} className="break-words text-sm text-ink-soft">
                    {line}
                  </p>
                ))}
              </Section>
            )}
            <OwnRules />
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
      <Prompt id={id} at={at} />
      <Diff id={id} at={at} />
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

/** The next prompt; for the past the last one sent, since the files that the next was built from are gone. */
function Prompt({ id, at }: TabProps) {
  const { prompts, version } = usePrompts(id, at)
  const isKnown = at === null || prompts !== 0
  const given = { params: { id }, query: at === null ? {} : { at, sent: "true" as const } }
  const prompt = useApi("GET /api/sessions/:id/prompt", given, { enabled: at === null || (prompts ?? 0) > 0, version })
  return (
    <Section
      title={says.prompt}
      aside={
        isKnown &&
        prompt.data && (
          <span className="text-xs text-ink-faint">
            {says.sections(prompt.data.sections.length, prompt.data.tokens)}
          </span>
        )
      }
    >
      {isKnown ? (
        <Loaded query={prompt}>{({ sections }) => <PromptSections sections={sections} />}</Loaded>
      ) : (
        <NothingSent />
      )}
    </Section>
  )
}

function Diff({ id, at }: TabProps) {
  const { prompts, version } = usePrompts(id, at)
  const given = { params: { id }, query: at === null ? {} : { at } }
  const diff = useApi("GET /api/sessions/:id/prompt/diff", given, { enabled: (prompts ?? 0) > 0, version })
  return (
    <Section title={says.diff}>
      {prompts === 0 ? <NothingSent /> : <Loaded query={diff}>{(shown) => <PromptDiff diff={shown} />}</Loaded>}
    </Section>
  )
}

function NothingSent() {
  return <p className="text-sm text-ink-faint">{says.nothingSent}</p>
}

/** Changes with each new prompt, so that queries about prompts are refetched. */
function usePrompts(id: string, at: number | null): { prompts: number | undefined; version: number | null } {
  const prompts = useStateAt(id, at)?.branch.prompts
  return { prompts: prompts?.length, version: prompts?.at(-1)?.seq ?? null }
}
