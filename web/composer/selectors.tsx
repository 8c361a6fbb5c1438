import { Popover } from "@base-ui/react/popover"
import { ChevronDown, Cpu, Route, Shield, ShieldAlert } from "lucide-react"
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from "react"
import { configure } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { modelName } from "../live/short-model-name.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { useLandmark } from "../ui/landmark.ts"
import { dangerous, modeChoices, permissionChoices } from "./choice.ts"
import { ChoiceMenu } from "./choice-menu.tsx"
import type { Settings } from "./settings-of.ts"

/** Loaded on first use. */
export const ModelPicker = lazy(() => import("./model-picker.tsx").then((file) => ({ default: file.ModelPicker })))

/** The model, the mode and the permissions of a session, side by side. */
export function Selectors({ session, settings }: { session: string; settings: Settings }) {
  const { mode, permission } = settings
  const modeName = texts.composer.modes[mode].name
  const permissionName = texts.composer.permissions[permission].name
  const isDangerous = dangerous.has(permission)
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      <ModelSelector session={session} settings={settings} />
      <ChoiceMenu
        name={texts.composer.mode}
        choices={modeChoices}
        value={mode}
        onChoose={(chosen) => void configure(session, { mode: chosen === "auto" ? null : chosen })}
        trigger={
          <SelectorButton name={texts.composer.modeIs(modeName)} icon={<Route size={14} aria-hidden />}>
            {modeName}
          </SelectorButton>
        }
      />
      <ChoiceMenu
        name={texts.composer.permission}
        choices={permissionChoices}
        value={permission}
        onChoose={(permissionMode) => void configure(session, { permissionMode })}
        trigger={
          <SelectorButton
            name={texts.composer.permissionIs(permissionName)}
            bad={isDangerous}
            icon={isDangerous ? <ShieldAlert size={14} aria-hidden /> : <Shield size={14} aria-hidden />}
          >
            {permissionName}
          </SelectorButton>
        }
      />
    </div>
  )
}

function ModelSelector({ session, settings: { model } }: { session: string; settings: Settings }) {
  const [open, setOpen] = useState(false)
  const [place, putAt] = useLandmark()
  const name = useModelName(model)
  const toggle = (isOpen: boolean, { trigger }: { trigger: Element | undefined }) => {
    putAt(isOpen, trigger)
    setOpen(isOpen)
  }
  const choose = (chosen: string | null) => {
    setOpen(false)
    if (chosen !== model) void configure(session, { model: chosen })
  }
  return (
    <Popover.Root open={open} onOpenChange={toggle}>
      <Popover.Trigger
        render={
          <SelectorButton name={texts.composer.modelIs(name.whole)} icon={<Cpu size={14} aria-hidden />}>
            {name.short}
          </SelectorButton>
        }
      />
      <Popover.Portal container={place}>
        <Popover.Positioner side="top" sideOffset={6} align="start" className="z-50 outline-none">
          <Popover.Popup
            aria-label={texts.composer.model}
            className="flex max-h-[min(28rem,var(--available-height))] w-96 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-float outline-none"
          >
            <Suspense fallback={<p className="p-3 text-ink-faint text-sm">{texts.loading}</p>}>
              <ModelPicker value={model} onChoose={choose} />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The model's name; without a choice, the one that would be used. */
export function useModelName(model: string | null): { short: string; whole: string } {
  const { data } = useApi("GET /api/models", {}, { enabled: model === null })
  const whole = model ?? (data ? (data.found.model ?? texts.composer.noModel) : texts.composer.modelFound)
  return { short: modelName(whole), whole }
}

function SelectorButton({
  name,
  icon,
  bad = false,
  children,
  ...rest
}: ComponentProps<"button"> & { name: string; icon: ReactNode; bad?: boolean }) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      {...rest}
      className={classes(
        "flex min-h-8 min-w-0 items-center gap-1.5 rounded-lg px-2 text-xs font-medium transition-colors hover:bg-sunken pointer-coarse:min-h-11",
        bad ? "text-bad" : "text-ink-faint hover:text-ink",
      )}
    >
      <span className="shrink-0">{icon}</span>
      <span className="max-w-40 truncate">{children}</span>
      <ChevronDown size={12} aria-hidden className="shrink-0 opacity-70" />
    </button>
  )
}
