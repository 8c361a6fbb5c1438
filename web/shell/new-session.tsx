import { texts } from "../texts.ts"
import { Dialog } from "../ui/dialog.tsx"
import { NewSessionForm } from "./new-session-form.tsx"

/** Opens a session: where, with which model, and how much it may do. */
export function NewSession({ workspace, onClose }: { workspace?: string; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={texts.shell.open.title} description={texts.shell.open.description}>
      <NewSessionForm {...(workspace ? { workspace } : {})} onOpened={onClose} />
    </Dialog>
  )
}
