import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import type { Event, ForeignEvent } from "../../src/session/event.ts"
import { isKnown } from "../../src/session/event.ts"
import { useApi } from "../live/queries.ts"
import { useView } from "../live/use-session.ts"
import { moment, time } from "../texts/amounts.ts"
import { eventTexts } from "../texts/events.ts"
import { texts } from "../texts.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { marksOf, placeOf, type Step, stepFrom, thinned } from "./slider-marks.ts"

/** How long the slider must rest before the page moves. */
const restMs = 120
const marksAtMost = 120

/** The whole session as it was at any event. */
export function TimeSlider({
  id,
  at,
  onTravel,
}: {
  id: string
  at: number | null
  onTravel: (seq: number | null) => void
}) {
  const head = useView(id)?.state.seq ?? 0
  const events = useLog(id, head)
  const marks = useMemo(() => marksOf(events), [events])
  const [place, setPlace] = useRested(at, onTravel)
  const seq = Math.min(place ?? head, head)
  const event = useEventAt(id, seq, events)
  if (head < 2) return null
  const says = texts.inspector.time
  const step = (how: Step) => setPlace(nowIfHead(stepFrom(seq, how, { head, marks }), head))
  const onKeyDown = (key: KeyboardEvent) => {
    const how = key.key === "PageUp" ? "earlier-turn" : key.key === "PageDown" ? "later-turn" : null
    if (!how) return
    key.preventDefault()
    step(how)
  }
  const isNow = place === null
  return (
    <section aria-label={says.name} className="border-t border-line bg-surface px-4 pt-2 pb-3">
      <div className="relative h-2.5" aria-hidden>
        {thinned(marks, marksAtMost).map((mark) => (
          <span
            key={mark.seq}
            className={classes(
              "absolute bottom-0 w-px",
              mark.kind === "turn" ? "h-2.5 bg-accent" : "h-1.5 bg-ink-faint",
            )}
            style={{ left: `calc(${placeOf(mark.seq, head)}% + ${8 - placeOf(mark.seq, head) * 0.16}px)` }}
          />
        ))}
      </div>
      <input
        type="range"
        min={1}
        max={head}
        step={1}
        value={seq}
        aria-label={says.slider}
        aria-valuetext={`${says.position(seq, head)}. ${describe(event)}`}
        onKeyDown={onKeyDown}
        onChange={({ target }) => setPlace(nowIfHead(Number(target.value), head))}
        className="block h-5 w-full accent-accent pointer-coarse:h-11"
      />
      <div className="mt-1 flex items-center gap-1">
        <StepButton name={says.earlierTurn} disabled={seq <= 1} onClick={() => step("earlier-turn")}>
          <ChevronsLeft size={16} aria-hidden />
        </StepButton>
        <StepButton name={says.earlierEvent} disabled={seq <= 1} onClick={() => step("earlier-event")}>
          <ChevronLeft size={16} aria-hidden />
        </StepButton>
        <div className="min-w-0 grow text-center text-xs">
          <div className="truncate text-ink-soft" title={event ? moment(event.at) : undefined}>
            {isNow ? says.now : says.position(seq, head)}
            {!isNow && event && <span className="text-ink-faint"> · {time(event.at)}</span>}
          </div>
          <div className="truncate text-ink-faint">{isNow ? says.position(seq, head) : describe(event)}</div>
        </div>
        <StepButton name={says.laterEvent} disabled={isNow} onClick={() => step("later-event")}>
          <ChevronRight size={16} aria-hidden />
        </StepButton>
        <StepButton name={says.laterTurn} disabled={isNow} onClick={() => step("later-turn")}>
          <ChevronsRight size={16} aria-hidden />
        </StepButton>
      </div>
      {!isNow && (
        <Button look="primary" className="mt-2 w-full" onClick={() => setPlace(null)}>
          {says.backToNow}
        </Button>
      )}
    </section>
  )
}

function StepButton({
  name,
  disabled,
  onClick,
  children,
}: {
  name: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <IconButton name={name} disabled={disabled} onClick={onClick}>
      {children}
    </IconButton>
  )
}

const nowIfHead = (seq: number, head: number) => (seq >= head ? null : seq)

/** The slider's position, reported once it rests. */
function useRested(at: number | null, onTravel: (seq: number | null) => void) {
  const [place, setPlace] = useState(at)
  const reported = useRef(at)
  const report = useRef(onTravel)
  report.current = onTravel
  useEffect(() => {
    // Moved from outside, such as by the transcript's banner.
    if (at !== reported.current) setPlace(at)
    reported.current = at
  }, [at])
  useEffect(() => {
    if (place === reported.current) return
    const timer = setTimeout(() => {
      reported.current = place
      report.current(place)
    }, restMs)
    return () => clearTimeout(timer)
  }, [place])
  return [place, setPlace] as const
}

/** The newest page of the log, and what was streamed since. */
function useLog(id: string, head: number): ReadonlyArray<Event | ForeignEvent> {
  const view = useView(id)
  const live = view?.events ?? none
  const [before, setBefore] = useState(0)
  const firstLive = live[0]?.seq ?? head + 1
  useEffect(() => {
    // Keep the page while it still touches the live part.
    setBefore((known) => (known === 0 && head > 0 ? firstLive : known))
  }, [firstLive, head])
  const query = { before: Math.max(1, before), limit: 2_000 }
  const page = useApi("GET /api/sessions/:id/events", { params: { id }, query }, { enabled: before > 1 })
  const older = page.data?.events ?? none
  return useMemo(() => [...older.filter(({ seq }) => seq < firstLive), ...live], [older, live, firstLive])
}

const none: readonly never[] = []

function useEventAt(id: string, seq: number, events: ReadonlyArray<Event | ForeignEvent>): Event | ForeignEvent | null {
  const first = events[0]?.seq ?? Number.POSITIVE_INFINITY
  const query = { after: seq - 1, limit: 1 }
  const page = useApi("GET /api/sessions/:id/events", { params: { id }, query }, { enabled: seq > 0 && seq < first })
  if (seq < first) return page.data?.events.find((event) => event.seq === seq) ?? null
  return events[seq - first] ?? null
}

function describe(event: Event | ForeignEvent | null): string {
  if (!event) return texts.loading
  return isKnown(event) ? eventTexts[event.type] : event.type
}
