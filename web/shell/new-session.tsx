import { useRef } from "react"
import { isMedia } from "../live/media.ts"
import { texts } from "../texts.ts"
import { Dialog } from "../ui/dialog.tsx"
import { messageField } from "./focus-message.ts"
import { NewSessionForm } from "./new-session-form.tsx"

export function NewSession({ workspace, onClose }: { workspace?: string; onClose: () => void }) {
  const hasOpened = useRef(false)
  const onOpened = () => {
    hasOpened.current = true
    onClose()
  }
  // On a phone the keyboard would cover the page.
  const finalFocus = () => !hasOpened.current || (!isMedia("phone") && (messageField() ?? false))
  return (
    <Dialog open onOpenChange={onClose} title={texts.shell.open.title} finalFocus={finalFocus}>
      <NewSessionForm {...(workspace ? { workspace } : {})} onOpened={onOpened} />
    </Dialog>
  )
}
