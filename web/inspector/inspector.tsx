import { Tabs } from "@base-ui/react/tabs"
import { X } from "lucide-react"
import { lazy, Suspense } from "react"
import { useCell } from "../live/cell.ts"
import { closeInspector, type InspectorTab, inspector, inspectorTabs } from "../live/inspector-state.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { TimeSlider } from "./time-slider.tsx"

export type TabProps = { id: string; at: number | null }

const panels = {
  why: lazy(async () => ({ default: (await import("./why-tab.tsx")).WhyTab })),
  done: lazy(async () => ({ default: (await import("./done-tab.tsx")).DoneTab })),
  changes: lazy(async () => ({ default: (await import("./changes-tab.tsx")).ChangesTab })),
  context: lazy(async () => ({ default: (await import("./context-tab.tsx")).ContextTab })),
  files: lazy(async () => ({ default: (await import("./files-tab.tsx")).FilesTab })),
} as const satisfies Record<InspectorTab, unknown>

/** The inspector: why the turn stopped, what is done, changes, context and files; now or at an event. */
export function Inspector({
  id,
  at,
  onTravel,
}: {
  id: string
  at: number | null
  onTravel: (seq: number | null) => void
}) {
  const tab = useCell(inspector, (place) => place.tab)
  const says = texts.inspector
  return (
    <aside aria-label={says.name} className="flex h-full min-h-0 min-w-0 flex-col bg-surface">
      <Tabs.Root
        value={tab}
        onValueChange={(value: InspectorTab) => inspector.set({ ...inspector.get(), tab: value })}
        className="flex min-h-0 grow flex-col"
      >
        <div className="flex items-center border-b border-line pr-1">
          <Tabs.List aria-label={says.name} className="flex min-w-0 grow overflow-x-auto px-2">
            {inspectorTabs.map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                className="-mb-px min-h-11 border-b-2 border-transparent px-2.5 text-sm whitespace-nowrap text-ink-faint -outline-offset-2 hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink"
              >
                {says.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <IconButton name={says.close} onClick={closeInspector}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
        {inspectorTabs.map((name) => {
          const Panel = panels[name]
          return (
            <Tabs.Panel key={name} value={name} className="min-h-0 grow overflow-y-auto -outline-offset-2">
              <Suspense fallback={<Waiting />}>
                <Panel key={id} id={id} at={at} />
              </Suspense>
            </Tabs.Panel>
          )
        })}
      </Tabs.Root>
      <TimeSlider key={id} id={id} at={at} onTravel={onTravel} />
    </aside>
  )
}

function Waiting() {
  return (
    <p className="flex items-center gap-2 px-4 py-6 text-sm text-ink-faint">
      <Spinner /> {texts.loading}
    </p>
  )
}
