import type { Evidence } from "../../src/session/event/common.ts"
import type { FactPoint } from "../../src/session/view/fact-points.ts"
import type { Why } from "../../src/session/view/why.ts"
import { texts } from "../texts.ts"
import { CheckFact } from "./check-fact.tsx"
import { Facts } from "./facts.tsx"
import { Section } from "./section.tsx"

const says = texts.inspector.why

/** The facts about the work, problems first; the evidence if the stop record has none. */
export function WhyFacts({ id, why, points }: { id: string; why: Why; points: readonly FactPoint[] }) {
  const { did, evidence, missing, facts } = why
  const of = (tone: FactPoint["tone"]) =>
    points.filter((point) => point.tone === tone && (point.about !== "files" || point.detail === null))
  const older = facts === null
  const earlier = did.checks.filter(({ current }) => older || !current)
  const checks = older ? (point: FactPoint) => point.about !== "check" : () => true
  return (
    <>
      <Facts
        id={id}
        title={says.problems}
        tone="bad"
        items={[...of("bad").filter(checks), ...(older ? evidence.against.map(inWords) : [])]}
      />
      <Facts
        id={id}
        title={says.notProven}
        tone="missing"
        items={[...of("missing").filter(checks), ...(older ? missing.map((text) => ({ text, seq: null })) : [])]}
      />
      <Facts
        id={id}
        title={says.evidence}
        tone="good"
        items={[...of("good").filter(checks), ...(older ? evidence.for.map(inWords) : [])]}
      />
      <Facts
        id={id}
        title={says.notes}
        tone="context"
        items={[...of("context"), ...(older ? evidence.context.map(inWords) : [])]}
      />
      {earlier.length > 0 && (
        <Section title={older ? says.checks : says.earlierChecks}>
          <ul>
            {earlier.map((check) => (
              <CheckFact key={`${check.seq} ${check.command}`} session={id} check={check} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function inWords({ summary, subject, detail, seq }: Evidence): {
  text: string
  seq: number | null
  detail: string
} {
  const more = [subject, detail].filter((part) => part && !summary.includes(part))
  return { text: summary, seq: seq ?? null, detail: more.join(" · ") }
}
