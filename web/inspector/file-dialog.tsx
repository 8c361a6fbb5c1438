import { texts } from "../texts.ts"
import { Dialog } from "../ui/dialog.tsx"
import { FileView } from "./file-view.tsx"

/** A file of the workspace as it is now, in a dialog. */
export function FileDialog({
  session,
  path,
  open,
  onOpenChange,
}: {
  session: string
  path: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const name = path.split("/").at(-1) ?? path
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={name || texts.inspector.tabs.files} description={path} wide>
      <FileView session={session} path={path} />
    </Dialog>
  )
}
