import { Menu } from "@base-ui/react/menu"
import { Check } from "lucide-react"
import type { ReactElement } from "react"
import { classes } from "../ui/classes.ts"
import { useLandmark } from "../ui/landmark.ts"
import type { Choice } from "./choice.ts"

/** A button with a menu of choices, each with a description. */
export function ChoiceMenu<T extends string>({
  name,
  choices,
  value,
  onChoose,
  trigger,
  align = "start",
}: {
  name: string
  choices: readonly Choice<T>[]
  value: T
  onChoose: (value: T) => void
  trigger: ReactElement
  align?: "start" | "end"
}) {
  const [place, putAt] = useLandmark()
  return (
    <Menu.Root onOpenChange={(isOpen, { trigger: from }) => putAt(isOpen, from)}>
      <Menu.Trigger render={trigger} />
      <Menu.Portal container={place}>
        <Menu.Positioner side="top" sideOffset={6} align={align} className="z-50 outline-none">
          <Menu.Popup className="max-h-[70vh] w-80 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-float outline-none">
            <Menu.RadioGroup aria-label={name} value={value} onValueChange={(chosen: T) => onChoose(chosen)}>
              {choices.map((choice) => (
                <Menu.RadioItem
                  key={choice.value}
                  value={choice.value}
                  label={choice.name}
                  closeOnClick
                  className="flex cursor-pointer gap-2 rounded-lg px-2.5 py-2 outline-none select-none data-highlighted:bg-sunken"
                >
                  <span className="w-4 shrink-0 pt-0.5">
                    <Menu.RadioItemIndicator>
                      <Check size={16} aria-hidden className="text-accent" />
                    </Menu.RadioItemIndicator>
                  </span>
                  <ChoiceWords choice={choice} />
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** The name of a choice and what it means. */
export function ChoiceWords({ choice: { name, what, danger } }: { choice: Choice<string> }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className={classes("text-sm font-medium", danger ? "text-bad" : "text-ink")}>{name}</span>
      <span className="text-ink-faint text-xs leading-4.5">{what}</span>
    </span>
  )
}
