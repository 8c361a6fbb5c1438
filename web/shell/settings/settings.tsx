import { Tabs } from "@base-ui/react/tabs"
import { texts } from "../../texts.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { BrowserSettings } from "./browser-settings.tsx"
import { DeviceSettings } from "./device-settings.tsx"
import { Health } from "./health.tsx"
import { ServerSettings } from "./server-settings.tsx"

const words = texts.shell.settings

const tabs = [
  { id: "page", name: words.page, Panel: BrowserSettings },
  { id: "server", name: words.server, Panel: ServerSettings },
  { id: "device", name: words.device, Panel: DeviceSettings },
  { id: "health", name: words.health, Panel: Health },
] as const

export function Settings({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={words.title} wide>
      <Tabs.Root defaultValue="page" className="min-h-80">
        <Tabs.List className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
          {tabs.map(({ id, name }) => (
            <Tabs.Tab
              key={id}
              value={id}
              className="min-h-9 shrink-0 border-b-2 border-transparent px-2.5 text-sm text-ink-soft hover:text-ink data-active:border-accent data-active:text-ink pointer-coarse:min-h-11"
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ id, Panel }) => (
          <Tabs.Panel key={id} value={id} className="outline-none">
            <Panel />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}
