import type { ReactNode } from "react"
import { Fact, type FactTone } from "./fact.tsx"
import { Section } from "./section.tsx"

/** Facts of one tone under a heading; nothing if there are none. */
export function Facts({
  id,
  title,
  tone,
  items,
}: {
  id: string
  title: string
  tone: FactTone
  items: readonly { text: string; seq: number | null; detail?: string | null }[]
}): ReactNode {
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <ul>
        {items.map(({ text, seq, detail = null }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be there twice
          <Fact key={at} session={id} tone={tone} seq={seq} detail={detail}>
            {text}
          </Fact>
        ))}
      </ul>
    </Section>
  )
}
