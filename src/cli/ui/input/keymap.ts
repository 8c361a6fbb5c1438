import { join } from "node:path"
import { KeybindingsManager, type KeyId, matchesKey, setKeybindings, TUI_KEYBINDINGS } from "@earendil-works/pi-tui"
import { z } from "zod"
import { readConfigFile } from "../../../agent/configuration/config.ts"
import { oneLine } from "../../../base/plain-words.ts"
import { isHoldfastError } from "../../../session/error.ts"

/** What keys do beside editing, and the keys that do it unless a person chose others. */
const usual = {
  queue: { keys: ["tab", "alt+enter"], what: "queues for the next turn while it works" },
  stop: { keys: ["escape"], what: "stops the turn" },
  takeBack: { keys: ["alt+up"], what: "takes back the newest waiting message" },
  searchHistory: { keys: ["ctrl+r"], what: "searches the message history" },
  openEditor: { keys: ["ctrl+g"], what: "opens your editor" },
  showOutput: { keys: ["ctrl+o"], what: "shows the rest of the newest shortened output" },
  pasteImage: { keys: ["ctrl+v"], what: "attaches the image on the clipboard" },
  detach: { keys: ["ctrl+d"], what: "exits; a running server continues the work" },
  interrupt: { keys: ["ctrl+c"], what: "twice exits" },
  suspend: { keys: ["ctrl+z"], what: "gives the terminal back to the shell" },
} as const satisfies Record<string, { keys: readonly KeyId[]; what: string }>

type KeyAction = keyof typeof usual

export type Keymap = {
  readonly style: "emacs" | "vi"
  matches(data: string, action: KeyAction): boolean
  /** What each key does, a line each. */
  help(): string[]
}

const modifier = "(?:ctrl|shift|alt|super)\\+"
const named =
  "escape|esc|enter|return|tab|space|backspace|delete|insert|clear|home|end|pageUp|pageDown|up|down|left|right|f\\d{1,2}"
const key = z
  .string()
  .regex(new RegExp(`^(?:${modifier})*(?:${named}|[!-~])$`), "is no key such as ctrl+x")
  .transform((name) => name as KeyId)
const keys = z.preprocess((given) => (typeof given === "string" ? [given] : given), z.array(key))
const form = z.strictObject({
  style: z.enum(["emacs", "vi"]).optional(),
  keys: z.record(z.string(), keys).optional(),
})

/** The file of a person's keys, beside the other settings. */
const keymapPath = (configuration: string) => join(configuration, "keys.json")

/** Reads it; what cannot be used is said, and the usual keys stay. */
export function readKeymap(configuration: string, warn: (line: string) => void): Keymap {
  const path = keymapPath(configuration)
  const given = parsed(path, warn)
  const own = new Map<KeyAction, readonly KeyId[]>()
  const ofEditor: Record<string, KeyId[]> = {}
  for (const [name, chosen] of Object.entries(given.keys ?? {})) {
    const ours = Object.keys(usual).find((each): each is KeyAction => each === name)
    const theirs = editorName(name)
    if (ours) own.set(ours, chosen)
    else if (theirs) ofEditor[theirs] = chosen
    else warn(`${oneLine(path)}: there is no action ${oneLine(name)}. docs/terminal.md lists them.`)
  }
  setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS, ofEditor))
  const keysOf = (action: KeyAction) => own.get(action) ?? usual[action].keys
  return {
    style: given.style ?? "emacs",
    matches: (data, action) => keysOf(action).some((each) => matchesKey(data, each)),
    help() {
      const shown = Object.entries(usual).map(([name, { what }]) => ({
        keys: keysOf(name as KeyAction)
          .map(titleOf)
          .join(", "),
        what,
      }))
      const lines = [
        { keys: "Enter", what: "sends; while it works, the model sees it at its next step" },
        ...shown,
        { keys: "Ctrl-J", what: "starts a new line, and so does \\ before Enter" },
        { keys: "@ / !", what: "complete files, name commands, run a command of yours" },
      ]
      const widest = Math.max(...lines.map(({ keys }) => keys.length))
      return lines.map(({ keys, what }) => `${keys.padEnd(widest)}  ${what}`)
    },
  }
}

function parsed(path: string, warn: (line: string) => void): z.infer<typeof form> {
  try {
    const { data, error } = form.safeParse(readConfigFile(path))
    if (data) return data
    const [issue] = error.issues
    const what = [issue?.path.filter((part) => typeof part === "string").join("."), issue?.message]
      .filter(Boolean)
      .join(" ")
    warn(`${oneLine(path)}: ${what}. The usual keys apply.`)
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    warn(`${error.message} The usual keys apply.`)
  }
  return {}
}

/** `editor.undo` is `tui.editor.undo`, `newLine` is `tui.input.newLine`. */
function editorName(name: string): keyof typeof TUI_KEYBINDINGS | undefined {
  const known = name === "newLine" ? "tui.input.newLine" : `tui.${name}`
  if (name !== "newLine" && !name.startsWith("editor.")) return undefined
  return Object.keys(TUI_KEYBINDINGS).find((each): each is keyof typeof TUI_KEYBINDINGS => each === known)
}

/** `ctrl+g` is `Ctrl-G` to a person. */
const titleOf = (id: string) =>
  id
    .split("+")
    .map((part) => (part.length === 1 ? part.toUpperCase() : (titles[part] ?? part[0]?.toUpperCase() + part.slice(1))))
    .join("-")

const titles: Readonly<Record<string, string>> = { escape: "Esc" }
