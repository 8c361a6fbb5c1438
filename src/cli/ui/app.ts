import { isHoldfastError } from "../../session/error.ts"
import { modelHere } from "../../session/view/model-here.ts"
import type { CliContext } from "../cli-context.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { createAsks } from "./asks.ts"
import { slashCommands } from "./commands/slash-commands.ts"
import { completionFor } from "./input/completion.ts"
import { createComposer } from "./input/composer.ts"
import { draftPlace } from "./input/draft.ts"
import { editInProgram } from "./input/editor-program.ts"
import { createHint } from "./input/hint.ts"
import { createKeys } from "./input/keys.ts"
import { createMessages } from "./input/messages.ts"
import { pastInputs, pickPastInput } from "./input/past-inputs.ts"
import { createPicking } from "./input/picker.ts"
import { createCurrentSession, type Settings } from "./link/current-session.ts"
import { InlineScreen, InlineTerminal, suspend } from "./screen/inline-screen.ts"
import { layoutOf } from "./screen/layout.ts"
import { statusLine } from "./screen/status-line.ts"
import type { SessionUi } from "./session-ui.ts"
import { createFeed } from "./transcript/feed.ts"
import { createTranscript } from "./transcript/transcript.ts"

export type App = {
  ui: SessionUi
  /** Puts a text into the editor, as if it were typed. */
  type(text: string): void
  sendTyped(): void
  /** A session that Enter takes up while nothing is typed and none is open. */
  offer(session: string): void
  /** Resolves when the person leaves. */
  ended: Promise<void>
  close(): Promise<void>
}

/** How often a clock that runs is drawn. */
const clockMs = 250

const pauses = "Press Ctrl-D again to exit. The turn pauses; holdfast -c opens it, Enter resumes it."
const quits = "Press Ctrl-C again to exit. What you typed is kept."

/** Draws a session in the terminal and takes what is typed. It holds no truth: all of that is in the log and the store. */
export async function createApp(of: {
  context: CliContext
  terminal: Terminal
  project: string
  workspace: string
  /** The settings of the next session, and the model that it has: known only after the keyboard is read. */
  chosen: Promise<{ settings: Settings; modelName: string | null }>
}): Promise<App> {
  const { context, terminal, project, workspace } = of
  const { store } = context
  const { paint } = terminal
  const left = Promise.withResolvers<void>()
  // It may fail before anybody waits for it.
  left.promise.catch(() => undefined)

  const port = new InlineTerminal()
  const spinner = () => terminal.spinner[Math.floor(Date.now() / 100) % terminal.spinner.length] ?? ""
  const transcript = createTranscript({
    drawing: () => ({
      paint,
      workspace: current.link?.row.workspace ?? workspace,
      now: Date.now(),
      spinner: spinner(),
    }),
    rows: () => port.rows,
  })
  const screen = new InlineScreen(port, transcript.release)
  const draw = () => screen.requestRender()
  const note: SessionUi["note"] = (text, tone) => {
    transcript.note(text, tone)
    draw()
  }
  const fail = (error: unknown) => {
    if (!(error instanceof UsageError) && !isHoldfastError(error)) return left.reject(error)
    note(error.message, "warn")
  }
  const composer = createComposer({
    screen,
    store,
    paint,
    completion: completionFor(workspace, slashCommands),
    onFailure: fail,
  })
  const picking = createPicking({ screen, editor: composer.editor, paint })
  const current = createCurrentSession({
    context,
    project,
    workspace,
    chosen: of.chosen,
    composer,
    pick: picking.pick,
    onSwitch(to) {
      if (to === "none") return feed.clear()
      feed.now()
      void addHistory().catch(fail)
    },
    onChange: () => feed.request(),
    onFailure: fail,
    onFatal: left.reject,
  })
  const asks = createAsks({
    context,
    paint,
    note,
    show: transcript.update,
    bell: terminal.bell,
    onChange: () => {
      keys.askChanged()
      draw()
    },
    onFailure: (error) => {
      fail(error)
      feed.request()
    },
  })
  const feed = createFeed({ project, link: () => current.link, transcript, asks, onChange: draw })
  const addHistory = async () => {
    for (const text of (await pastInputs(store, project)).toReversed()) composer.editor.addToHistory(text)
  }
  const ui: SessionUi = {
    context,
    workspace,
    project,
    get link() {
      return current.link
    },
    note,
    pick: picking.pick,
    configure: current.configure,
    openSession: current.open,
    async startFresh() {
      await current.startFresh()
      if (!current.link) note("A new session begins with your next message.", "quiet")
    },
    lastAnswer: () => feed.answer,
    writeClipboard: (text) => port.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`),
    quit: () => left.resolve(),
  }
  const messages = createMessages({
    ui,
    composer,
    ensureSession: current.ensure,
    resume: current.resume,
    onFailure: fail,
  })
  const hint = createHint(draw)
  const searchHistory = async () => {
    const text = await pickPastInput(ui)
    if (text !== undefined) composer.add({ text, attachments: [] })
  }
  const keys = createKeys({
    composer,
    panel: () => asks.panel,
    isPicking: () => picking.shown !== null,
    isWorking: () => current.link !== null && current.link.state.log.turn !== null,
    onChange: draw,
    actions: {
      send: messages.send,
      stop: () => void current.link?.stop().catch(fail),
      takeBack: messages.takeBack,
      searchHistory: () => void searchHistory().catch(fail),
      openEditor: () => editInProgram(screen, composer.editor, fail),
      suspend: () => suspend(screen),
      leave() {
        if (!current.isAtWork || hint.isConfirmed(pauses)) left.resolve()
      },
      interrupt() {
        if (hint.isConfirmed(quits)) left.resolve()
      },
    },
  })
  composer.editor.onSubmit = (text) => {
    // The completion of a command has just taken it out of the editor.
    composer.add({ text, attachments: [] })
    messages.send("now")
  }
  const layout = layoutOf({
    paint,
    transcript,
    spinner,
    link: () => current.link,
    activity: () => feed.activity,
    hint: () => hint.text,
    panel: () => asks.panel,
    bottom: () => picking.shown ?? composer.editor,
    status: (width) => statusLine(statusOf(current, feed.branch), width),
  })
  for (const part of layout) screen.addChild(part)
  screen.setFocus(composer.editor)
  screen.addInputListener((data) => {
    if (!keys.handle(data)) return undefined
    draw()
    return { consume: true }
  })
  const clock = setInterval(() => {
    if (transcript.isLive || feed.activity !== null) draw()
  }, clockMs)
  await composer.moveTo(draftPlace({ project }))
  screen.start()
  void addHistory().catch(fail)

  return {
    ui,
    type: (text) => composer.add({ text, attachments: [] }),
    sendTyped: () => messages.send("now"),
    offer: current.offer,
    ended: left.promise,
    async close() {
      clearInterval(clock)
      keys.end()
      feed.end()
      picking.end()
      await messages.end()
      await current.leave()
      await composer.saved()
      // What was said and done stays on the screen; what was for typing goes.
      screen.clear()
      screen.addChild(transcript)
      screen.addChild({ render: () => [""], invalidate: () => undefined })
      screen.renderNow()
      screen.stop()
    },
  }
}

function statusOf({ link, settings, modelName }: ReturnType<typeof createCurrentSession>, branch: string | null) {
  const foreignThrough = link?.row.foreignThrough ?? 0
  const named = link ? modelHere(link.state, foreignThrough) : (settings.model ?? null)
  return {
    state: link?.state ?? null,
    foreignThrough,
    model: named ?? modelName ?? "…",
    permissionMode: settings.permissionMode ?? "workspace-write",
    branch,
  }
}
