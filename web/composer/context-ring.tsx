import { contextSize } from "../../src/session/view/context-size.ts"
import { openInspector } from "../live/inspector-state.ts"
import { useSessionState } from "../live/use-session.ts"
import { tokens } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { Hint } from "../ui/hint.tsx"

const radius = 8
const around = 2 * Math.PI * radius

/** How full the model's context is; opens the context tab. */
export function ContextRing({ session }: { session: string }) {
  const state = useSessionState(session)
  const size = state ? contextSize(state) : null
  const share = size?.window ? Math.min(1, size.used / size.window) : 0
  const isNear = size !== null && size.used >= size.threshold
  const { name, hint } = wordsFor(size, share)
  return (
    <Hint text={hint}>
      <button
        type="button"
        aria-label={name}
        onClick={() => openInspector("context")}
        className="grid size-9 shrink-0 place-items-center rounded-lg text-ink-faint hover:bg-sunken pointer-coarse:size-11 max-[359px]:w-9!"
      >
        <svg viewBox="0 0 20 20" className="size-5 -rotate-90" aria-hidden>
          <circle cx="10" cy="10" r={radius} fill="none" strokeWidth="2.5" className="stroke-line-strong" />
          <circle
            cx="10"
            cy="10"
            r={radius}
            fill="none"
            strokeWidth="2.5"
            strokeDasharray={`${around * share} ${around}`}
            className={classes(isNear ? "stroke-warn" : "stroke-accent")}
          />
        </svg>
      </button>
    </Hint>
  )
}

function wordsFor(size: ReturnType<typeof contextSize>, share: number): { name: string; hint: string } {
  if (!size) return { name: texts.composer.contextNone, hint: texts.composer.contextNone }
  if (size.window === null) {
    const name = texts.composer.contextUnknown(tokens(size.used))
    return { name, hint: name }
  }
  const name = texts.composer.context(`${Math.round(share * 100)} %`)
  return { name, hint: `${name}: ${texts.composer.contextUsed(tokens(size.used), tokens(size.window))}` }
}
