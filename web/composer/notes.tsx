import type { ReactNode } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"
import { resume } from "../live/actions.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import type { BusyKind } from "./busy-kind.ts"

/** Notes above the box: an open ask, or an interrupted turn. */
export function Notes({ state, row, kind }: { state: SessionState; row: Row | undefined; kind: BusyKind }) {
  const { turn, asks } = state.log
  if (turn && asks.open.length > 0) {
    return (
      <Note tone="info">
        {texts.composer.waitsForAnswer} {texts.composer.waitsForAnswerAs[kind]}
      </Note>
    )
  }
  if (turn && row?.status === "interrupted") {
    return (
      <Note
        tone="warn"
        action={
          <Button className="shrink-0" onClick={() => void resume(state.id)}>
            {texts.composer.resume}
          </Button>
        }
      >
        {texts.composer.interrupted}
      </Note>
    )
  }
  return null
}

const tones = { info: "bg-info-soft", warn: "bg-warn-soft", plain: "bg-sunken" } as const

/** A line above the box. */
export function Note({
  tone,
  action,
  children,
}: {
  tone: keyof typeof tones
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes("mb-2 flex min-h-9 items-center gap-3 rounded-xl px-3 py-1 text-sm", tones[tone])}>
      <p className="min-w-0 grow">{children}</p>
      {action}
    </div>
  )
}
