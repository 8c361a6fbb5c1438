import { useCell } from "../live/cell.ts"
import { type CommandGroup, commands } from "../live/commands.ts"
import { sendKey } from "../live/preferences.ts"
import { isMac, shownKeys } from "../live/shortcuts.ts"
import { texts } from "../texts.ts"
import { Dialog } from "../ui/dialog.tsx"

const words = texts.shell.keyboard

type Shortcut = { name: string; keys: readonly string[] }

/** All keyboard shortcuts: from the table of commands, and those of single panes. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const all = useCell(commands)
  const isEnter = useCell(sendKey) === "enter"
  const of = (group: CommandGroup): Shortcut[] =>
    all.flatMap(({ name, keys, group: own }) => (own === group && keys ? [{ name, keys }] : []))
  const send = isEnter ? ["enter"] : ["mod+enter"]
  return (
    <Dialog open onOpenChange={onClose} title={words.title} wide>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Group
          name={words.groups.session}
          lines={[
            ...of("session"),
            { name: words.send, keys: send },
            { name: words.newLine, keys: isEnter ? ["shift+enter"] : ["enter"] },
            { name: words.approvals, keys: ["y", "s", "a", "d"] },
            { name: words.questions, keys: ["1–9"] },
            { name: words.stop, keys: ["escape escape"] },
          ]}
        />
        <div className="flex flex-col gap-5">
          <Group name={words.groups.go} lines={[...of("go"), { name: words.lists, keys: ["j", "k"] }]} />
          <Group name={words.groups.page} lines={[...of("page"), { name: words.closes, keys: ["escape"] }]} />
        </div>
      </div>
    </Dialog>
  )
}

function Group({ name, lines }: { name: string; lines: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-ink-faint">{name}</h3>
      <dl>
        {lines.map((line) => (
          <div key={line.name} className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-sm">
            <dt>{line.name}</dt>
            <dd className="flex shrink-0 gap-1">
              {line.keys.map((keys) => (
                <kbd key={keys} className="rounded-md border border-line bg-sunken px-1.5 font-mono text-xs leading-5">
                  {shownKeys(keys, isMac)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
