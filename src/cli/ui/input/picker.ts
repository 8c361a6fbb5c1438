import {
  type Component,
  type Editor,
  type Focusable,
  fuzzyFilter,
  Input,
  matchesKey,
  SelectList,
  truncateToWidth,
} from "@earendil-works/pi-tui"
import type { Paint } from "../../text/paint.ts"
import type { InlineScreen } from "../screen/inline-screen.ts"
import { selectTheme } from "../screen/theme.ts"

export type Choice = { value: string; label: string; description?: string }

const mostRows = 8

/** The list that a person chooses from; it has the keyboard while it is shown. */
export type Picking = {
  readonly shown: Component | null
  pick(title: string, choices: readonly Choice[]): Promise<string | undefined>
  /** Takes the list away, and shows none from now on: nothing is chosen. */
  end(): void
}

export function createPicking({
  screen,
  editor,
  paint,
}: {
  screen: InlineScreen
  editor: Editor
  paint: Paint
}): Picking {
  let open: { list: Component; done(value: string | undefined): void } | null = null
  let isOver = false
  return {
    get shown() {
      return open?.list ?? null
    },
    pick: (title, choices) =>
      new Promise((resolve) => {
        if (isOver) return resolve(undefined)
        const done = (value: string | undefined) => {
          open = null
          screen.setFocus(editor)
          screen.requestRender()
          resolve(value)
        }
        const list = createPicker({ title, choices, paint, done })
        open = { list, done }
        screen.setFocus(list)
        screen.requestRender()
      }),
    end() {
      isOver = true
      open?.done(undefined)
    },
  }
}

/** A list to choose from by typing a part of a row. Undefined where the person leaves it. */
function createPicker(of: {
  title: string
  choices: readonly Choice[]
  paint: Paint
  done(value: string | undefined): void
}): Component & Focusable {
  const { title, choices, paint, done } = of
  const input = new Input({ prompt: "> " })
  const textOf = ({ label, description = "" }: Choice) => `${label} ${description}`
  const listOf = (typed: string) => {
    const found = typed.trim() === "" ? [...choices] : fuzzyFilter([...choices], typed, textOf)
    return new SelectList(found, mostRows, selectTheme(paint), { maxPrimaryColumnWidth: 60 })
  }
  let list = listOf("")
  return {
    get focused() {
      return input.focused
    },
    set focused(focused) {
      input.focused = focused
    },
    invalidate: () => list.invalidate(),
    handleInput(data) {
      if (matchesKey(data, "escape") || matchesKey(data, "ctrl+c")) return done(undefined)
      if (matchesKey(data, "enter")) return done(list.getSelectedItem()?.value)
      if (matchesKey(data, "up") || matchesKey(data, "down")) return list.handleInput(data)
      input.handleInput(data)
      list = listOf(input.getValue())
    },
    render: (width) => [
      truncateToWidth(paint.bold(title), width, "…"),
      ...input.render(width),
      ...list.render(width),
      paint.dim(truncateToWidth("Type to search, Enter chooses, Esc goes back", width, "…")),
    ],
  }
}
