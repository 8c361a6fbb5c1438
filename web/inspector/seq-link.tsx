import { closeInspector } from "../live/inspector-state.ts"
import { isMedia } from "../live/media.ts"
import { texts } from "../texts.ts"
import { PageLink } from "../ui/page-link.tsx"

/** A link to an event. */
export function SeqLink({ session, seq }: { session: string; seq: number }) {
  return (
    <PageLink
      to={{ session, seq }}
      aria-label={texts.inspector.goToEvent(seq)}
      // Close an overlaying inspector, which would hide the target.
      onClick={() => isMedia("narrow") && closeInspector()}
      className="shrink-0 rounded-sm px-1 font-mono text-xs text-ink-faint hover:bg-sunken hover:text-ink pointer-coarse:-my-2.5 pointer-coarse:inline-grid pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:place-items-center"
    >
      #{seq}
    </PageLink>
  )
}
