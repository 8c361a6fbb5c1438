import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { pastedFile } from "./large-paste.ts"
import { Note } from "./notes.tsx"
import { attach } from "./uploads.ts"

export type Pasted = { text: string; lines: number }

/** Offers to attach a long paste as a file. */
export function PasteOffer({ session, pasted, onDone }: { session: string; pasted: Pasted; onDone: () => void }) {
  const move = () => {
    attach(session, [pastedFile(pasted.text, new Date())], { instead: pasted.text })
    onDone()
  }
  return (
    <Note
      tone="info"
      action={
        <>
          <Button className="shrink-0" onClick={move}>
            {texts.composer.attachPaste}
          </Button>
          <Button look="quiet" className="-ml-2 shrink-0" onClick={onDone}>
            {texts.composer.keepPaste}
          </Button>
        </>
      }
    >
      {texts.composer.largePaste(pasted.lines)}
    </Note>
  )
}
