import { isKeyRelease, matchesKey } from "@earendil-works/pi-tui"
import type { AskPanel } from "../ask-panel.ts"
import type { Composer } from "./composer.ts"
import type { Keymap } from "./keymap.ts"
import type { ViKeys } from "./vi-keys.ts"

/** What keys do. */
type KeyActions = {
  send(how: "now" | "queued"): void
  stop(): void
  takeBack(): void
  searchHistory(): void
  openEditor(): void
  showOutput(): void
  pasteImage(): void
  suspend(): void
  detach(): void
  /** The first Ctrl-C says that a second one quits. */
  interrupt(): void
}

type Shown = {
  composer: Composer
  keymap: Keymap
  /** Null with the keys of emacs, which the editor has itself. */
  vi: ViKeys | null
  panel(): AskPanel | null
  /** A list to choose from has the keyboard. */
  isPicking(): boolean
  /** A turn is open, so that what is typed may steer it. */
  isWorking(): boolean
  actions: KeyActions
}

/** A question takes keys only after this long without one: what was typed before it appeared does not answer it. */
const guardMs = 400

export type Keys = {
  /** True where the key is dealt with. */
  handle(data: string): boolean
  /** A question appeared, or none is there any more. */
  askChanged(): void
  end(): void
}

export function createKeys(of: Shown & { onChange(): void }): Keys {
  const { composer, keymap, vi, panel, isPicking, isWorking, actions, onChange } = of
  const { editor } = composer
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The person has turned to the message: the question waits for Tab. */
  let isSetAside = false

  const arm = () => {
    clearTimeout(timer)
    timer = undefined
    if (panel() && !panel()?.active && !isSetAside) timer = setTimeout(activate, guardMs)
  }
  const activate = () => {
    const open = panel()
    if (!open || isPicking() || !composer.isEmpty) return
    open.active = true
    editor.focused = false
    onChange()
  }
  const deactivate = (open: AskPanel) => {
    open.active = false
    editor.focused = true
    isSetAside = true
    onChange()
  }
  const handle = (data: string): boolean => {
    if (isKeyRelease(data)) return true
    if (isPicking()) return false
    if (keymap.matches(data, "interrupt")) return handled(actions.interrupt)
    if (keymap.matches(data, "suspend")) return handled(actions.suspend)
    const open = panel()
    if (open?.active) {
      if (matchesKey(data, "tab")) return handled(() => deactivate(open))
      if (open.takes(data)) return handled(() => open.handleInput(data))
      // Something else is being typed: it is for the message.
      if (!matchesKey(data, "escape") && !matchesKey(data, "enter")) deactivate(open)
    }
    return handleMessageKey(data, open)
  }
  const handleMessageKey = (data: string, open: AskPanel | null): boolean => {
    const isCompleting = editor.isShowingAutocomplete()
    if (!isCompleting && vi?.handle(data)) return handled(onChange)
    if (keymap.matches(data, "stop") && !isCompleting && isWorking()) return handled(actions.stop)
    if (matchesKey(data, "enter") && !isCompleting && !endsInBackslash(composer)) {
      vi?.reset()
      return handled(() => actions.send("now"))
    }
    if (matchesKey(data, "tab") && !isCompleting && open && !open.active) return handled(() => answerNow(open))
    if (keymap.matches(data, "queue") && !isCompleting && isWorking() && !composer.isEmpty) {
      return handled(() => actions.send("queued"))
    }
    for (const action of ["takeBack", "searchHistory", "openEditor", "showOutput", "pasteImage"] as const) {
      if (keymap.matches(data, action)) return handled(actions[action])
    }
    if (keymap.matches(data, "detach") && composer.isEmpty) return handled(actions.detach)
    return composer.takesPaste(data)
  }
  const answerNow = (open: AskPanel) => {
    isSetAside = false
    open.active = true
    editor.focused = false
    onChange()
  }
  return {
    handle(data) {
      const isHandled = handle(data)
      // After the key has had its effect.
      queueMicrotask(arm)
      return isHandled
    },
    askChanged() {
      isSetAside = false
      if (!panel()) editor.focused = true
      arm()
    },
    end: () => clearTimeout(timer),
  }
}

function handled(action: () => void): true {
  action()
  return true
}

/** A backslash before Enter asks for a new line, where the terminal cannot send Shift-Enter. */
function endsInBackslash({ editor }: Composer): boolean {
  const { line, col } = editor.getCursor()
  return editor.getLines()[line]?.slice(0, col).endsWith("\\") ?? false
}
