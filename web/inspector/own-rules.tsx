import { revokeRule } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Section } from "./section.tsx"

const says = texts.inspector.context

/** What you always allow, in every session; each rule can be revoked. */
export function OwnRules() {
  const { data, refetch } = useApi("GET /api/permissions", {})
  if (!data || data.rules.length === 0) return null
  return (
    <Section title={says.ownRules}>
      <ul className="space-y-1">
        {data.rules.map(({ id, covers }) => (
          <li key={id} className="flex items-start gap-2 text-sm text-ink-soft">
            <span className="min-w-0 grow wrap-anywhere">{covers}</span>
            <Button
              look="quiet"
              size="small"
              aria-label={says.revokeRule(covers)}
              onClick={() => void revokeRule(id).then(() => refetch())}
            >
              {says.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
