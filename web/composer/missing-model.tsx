import { Suspense, useState } from "react"
import { configure } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Note } from "./notes.tsx"
import { ModelPicker } from "./selectors.tsx"
import type { Settings } from "./settings-of.ts"

/** Why a session has no usable model; null if it has one or that is unknown. */
export function useMissingModel(settings: Settings | null): string | null {
  const { data } = useApi("GET /api/models", {}, { enabled: settings?.model === null })
  return settings?.model === null && data?.found.model === null ? data.found.why : null
}

/** Lets the user choose a model for a session without one. */
export function MissingModel({ session, why }: { session: string; why: string }) {
  const [isOpen, setOpen] = useState(false)
  const choose = (model: string | null) => {
    setOpen(false)
    if (model !== null) void configure(session, { model })
  }
  return (
    <>
      <Note
        tone="warn"
        action={
          <Button className="shrink-0" onClick={() => setOpen(true)}>
            {texts.composer.chooseModel}
          </Button>
        }
      >
        {texts.composer.noModelWhy(why)}
      </Note>
      <Dialog open={isOpen} onOpenChange={setOpen} title={texts.composer.chooseModel}>
        <Suspense fallback={<p className="text-sm text-ink-faint">{texts.loading}</p>}>
          <ModelPicker value={null} onChoose={choose} />
        </Suspense>
      </Dialog>
    </>
  )
}
