import { ArrowLeft } from "lucide-react"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import type { ListScope } from "./filter.ts"
import { narrow } from "./pane-state.ts"

const words = texts.sessions

/** Says that the archive or trash is shown, with a way back. */
export function PlaceBar({ place }: { place: ListScope }) {
  if (place === "sessions") return null
  return (
    <div className="shrink-0 border-y border-line px-2 py-1">
      <div className="flex items-center gap-1">
        <IconButton name={words.backToSessions} onClick={() => narrow({ place: "sessions" })}>
          <ArrowLeft size={16} aria-hidden />
        </IconButton>
        <p className="text-sm font-medium">{words.places[place]}</p>
      </div>
      {place === "trash" && <p className="px-2 pb-1 text-xs text-ink-faint">{words.trashHint}</p>}
    </div>
  )
}
