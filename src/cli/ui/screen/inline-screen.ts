import { ProcessTerminal, type Terminal, TuiMainScreen } from "@earendil-works/pi-tui"
import { charactersOf, inAscii } from "../../text/ascii.ts"

/**
 * Draws at the end of the terminal's own screen. What has scrolled out and will not change any more belongs to the
 * scrollback of the terminal: `release` receives their number and returns how many of them it gives up.
 */
export class InlineScreen extends TuiMainScreen {
  readonly #release: (scrolledOut: number) => number

  constructor(terminal: Terminal, release: (scrolledOut: number) => number) {
    super(terminal, true)
    this.#release = release
  }

  protected override doRender(): void {
    super.doRender()
    const state = this.captureRenderState()
    const gone = state.previousViewportTop > 0 ? this.#release(state.previousViewportTop) : 0
    if (gone === 0) return
    this.restoreRenderState({
      ...state,
      previousLines: state.previousLines.slice(gone),
      cursorRow: state.cursorRow - gone,
      hardwareCursorRow: state.hardwareCursorRow - gone,
      maxLinesRendered: state.maxLinesRendered - gone,
      previousViewportTop: state.previousViewportTop - gone,
    })
  }
}

/** The terminal of this process, whose scrollback is never cleared. */
export class InlineTerminal extends ProcessTerminal {
  readonly #characters = charactersOf(process.env)

  override write(data: string): void {
    const kept = data.replace("\x1b[2J\x1b[H\x1b[3J", "\x1b[2J\x1b[H")
    super.write(this.#characters === "ascii" ? inAscii(kept) : kept)
  }
}

/** A process that no shell can continue is not stopped either: it still runs after this time. */
const notStoppedMs = 200

/** Gives the terminal back to the shell, until the person continues the job there. */
export function suspend(screen: InlineScreen): void {
  const back = () => {
    clearTimeout(timer)
    process.off("SIGCONT", back)
    screen.start()
    screen.requestRender(true)
  }
  process.once("SIGCONT", back)
  const timer = setTimeout(back, notStoppedMs)
  screen.stop()
  // As the terminal does by itself: the whole group, with a process that only started this one.
  process.kill(0, "SIGTSTP")
}
