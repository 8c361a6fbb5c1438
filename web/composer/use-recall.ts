import { useRef } from "react"
import { draftOf, writeDraft } from "../live/drafts.ts"
import { views } from "../live/live.ts"
import { notifyProblem } from "../ui/notices.ts"
import { pastInputs } from "./past-inputs.ts"
import { further, nearer, type Recall } from "./recall.ts"

/** Arrow keys in an empty box recall earlier inputs, until the recalled text is edited. */
export function useRecall(session: string): (direction: "further" | "nearer") => boolean {
  const recall = useRef<Recall & { shown: string }>({ at: null, shown: "" })
  return (direction) => {
    const { text } = draftOf(session)
    const isGoing = recall.current.at !== null && text === recall.current.shown
    if (!isGoing) recall.current = { at: null, shown: "" }
    if (!isGoing && (text !== "" || direction === "nearer")) return false
    const view = views.get().get(session)
    if (!view) return false
    pastInputs(view).then((past) => {
      // Something was typed while the log was being read.
      if (draftOf(session).text !== text) return
      const next = (direction === "further" ? further : nearer)(past, recall.current)
      recall.current = { ...next.recall, shown: next.text ?? text }
      if (next.text !== null) writeDraft(session, { text: next.text })
    }, notifyProblem)
    return true
  }
}
