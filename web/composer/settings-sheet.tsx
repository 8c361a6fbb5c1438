import { ShieldAlert, SlidersHorizontal } from "lucide-react"
import { type ReactNode, Suspense, useId, useState } from "react"
import { configure } from "../live/actions.ts"
import { texts } from "../texts.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { type Choice, dangerous, modeChoices, permissionChoices } from "./choice.ts"
import { ChoiceWords } from "./choice-menu.tsx"
import { ModelPicker, useModelName } from "./selectors.tsx"
import type { Settings } from "./settings-of.ts"

/** The selectors on narrow screens: one button that opens a sheet. */
export function SettingsSheet({ session, settings }: { session: string; settings: Settings }) {
  const [open, setOpen] = useState(false)
  const { model, mode, permission, isForeign } = settings
  const isDangerous = dangerous.has(permission)
  return (
    <>
      <IconButton
        name={texts.composer.settingsAre(texts.composer.permissions[permission].name)}
        look={isDangerous ? "alarming" : "quiet"}
        onClick={() => setOpen(true)}
        className="relative max-[359px]:w-9!"
      >
        <SlidersHorizontal size={17} aria-hidden />
        {isDangerous && (
          <ShieldAlert
            size={13}
            aria-hidden
            className="absolute top-1 right-1 fill-surface pointer-coarse:top-2 max-[359px]:right-0"
          />
        )}
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={texts.composer.settings}>
        <div className="flex flex-col gap-4">
          <Part title={texts.composer.model}>
            <ModelPart model={model} onChoose={(chosen) => void configure(session, { model: chosen })} />
          </Part>
          <Part title={texts.composer.mode}>
            <Radios
              choices={modeChoices}
              value={mode}
              onChoose={(chosen) => void configure(session, { mode: chosen === "auto" ? null : chosen })}
            />
          </Part>
          <Part title={texts.composer.permission}>
            {isForeign && <p className="pb-1 text-sm text-warn">{texts.composer.foreignPermission}</p>}
            <Radios
              choices={permissionChoices}
              value={permission}
              onChoose={(permissionMode) => void configure(session, { permissionMode })}
            />
          </Part>
        </div>
      </Dialog>
    </>
  )
}

function ModelPart({ model, onChoose }: { model: string | null; onChoose: (model: string | null) => void }) {
  const [choosing, setChoosing] = useState(false)
  const { whole } = useModelName(model)
  if (!choosing) {
    return (
      <Button className="w-full justify-start py-1.5 text-left break-all" onClick={() => setChoosing(true)}>
        {whole}
      </Button>
    )
  }
  return (
    <div className="flex max-h-72 flex-col overflow-hidden rounded-lg border border-line">
      <Suspense fallback={<p className="p-3 text-ink-faint text-sm">{texts.loading}</p>}>
        <ModelPicker
          value={model}
          onChoose={(chosen) => {
            setChoosing(false)
            if (chosen !== model) onChoose(chosen)
          }}
        />
      </Suspense>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="pb-1 text-ink-faint text-xs font-medium">{title}</legend>
      {children}
    </fieldset>
  )
}

function Radios<T extends string>({
  choices,
  value,
  onChoose,
}: {
  choices: readonly Choice<T>[]
  value: T
  onChoose: (value: T) => void
}) {
  const name = useId()
  return choices.map((choice) => (
    <label key={choice.value} className="flex min-h-11 cursor-pointer items-start gap-2.5 rounded-lg px-1 py-1.5">
      <input
        type="radio"
        name={name}
        checked={choice.value === value}
        onChange={() => onChoose(choice.value)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <ChoiceWords choice={choice} />
    </label>
  ))
}
