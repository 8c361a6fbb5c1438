import { readConfig } from "../../agent/configuration/config.ts"
import { oneLine } from "../../base/plain-words.ts"
import { isHoldfastError } from "../../session/error.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { sandboxUse } from "../../tools/sandbox/sandbox.ts"
import type { CliContext } from "../cli-context.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"
import { createAsks } from "./asks.ts"
import { allCommands } from "./commands/slash-commands.ts"
import { completionFor } from "./input/completion.ts"
import { createComposer } from "./input/composer.ts"
import { draftPlace } from "./input/draft.ts"
import { editInProgram } from "./input/editor-program.ts"
import { createHint } from "./input/hint.ts"
import { clipboardImage } from "./input/image-file.ts"
import { readKeymap } from "./input/keymap.ts"
import { createKeys } from "./input/keys.ts"
import { createMessages } from "./input/messages.ts"
import { pastInputs, pickPastInput } from "./input/past-inputs.ts"
import { createPicking } from "./input/picker.ts"
import { createViKeys } from "./input/vi-keys.ts"
import { type CurrentSession, createCurrentSession, type Settings } from "./link/current-session.ts"
import type { RunningServer } from "./link/hand-over.ts"
import { createLeaving } from "./link/leaving.ts"
import { adaptivePaint, backgroundIn, backgroundOf } from "./screen/adaptive-paint.ts"
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
  /** Resolves when the person leaves, with the server that is to continue the open turn. */
  ended: Promise<RunningServer | null>
  close(): Promise<void>
}

/** How often a clock that runs is drawn. */
const clockMs = 250

/** How long a terminal may take to say what its background is. */
const answerMs = 1_000

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
  const colours = adaptivePaint(terminal.paint)
  const { paint } = colours
  let isUnconfined = false
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
    if (!(error instanceof UsageError) && !isHoldfastError(error)) return leaving.fail(error)
    note(error.message, "warn")
  }
  const keymap = readKeymap(context.configuration, (line) => note(line, "warn"))
  const composer = createComposer({
    screen,
    store,
    paint,
    completion: completionFor(workspace, () => allCommands({ workspace, context })),
    workspace,
    onImage: () => void ui.warnOfUnseenImages(),
    onFailure: fail,
  })
  const vi = keymap.style === "vi" ? createViKeys(composer.editor) : null
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
    onFatal: (error) => leaving.fail(error),
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
    get modelName() {
      return modelOf(current)
    },
    lastAnswer: () => feed.answer,
    keyHelp: keymap.help,
    async warnOfUnseenImages() {
      const name = modelOf(current)
      const model = name === null ? null : await context.models.open(name).catch(() => null)
      if (model?.profile?.images === false) {
        note(
          `${oneLine(model.name)} cannot see images: it is told their names only. /model chooses another one.`,
          "warn",
        )
      }
    },
    writeClipboard: (text) => port.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`),
    quit: () => leaving.quit(),
    detach: () => leaving.detach(),
  }
  const messages = createMessages({
    ui,
    composer,
    ensureSession: current.ensure,
    resume: current.resume,
    onFailure: fail,
  })
  const hint = createHint(draw)
  const leaving = createLeaving({
    directory: context.directory,
    current: () => current,
    hint,
    warn: (text) => note(text, "warn"),
  })
  const searchHistory = async () => {
    const text = await pickPastInput(ui)
    if (text !== undefined) composer.add({ text, attachments: [] })
  }
  const attachFromClipboard = async () => {
    const image = await clipboardImage()
    if (image) await composer.attach(image)
    else note("There is no image on the clipboard.", "quiet")
  }
  const keys = createKeys({
    composer,
    keymap,
    vi,
    panel: () => asks.panel,
    isPicking: () => picking.shown !== null,
    isWorking: () => current.link !== null && current.link.state.log.turn !== null,
    onChange: draw,
    actions: {
      send: messages.send,
      stop: () => void current.link?.stop().catch(fail),
      takeBack: messages.takeBack,
      searchHistory: () => void searchHistory().catch(fail),
      openEditor: () => void editInProgram(screen, composer.editor).catch(fail),
      showOutput() {
        if (!feed.showOutput()) note("No output was shortened.", "quiet")
      },
      pasteImage: () => void attachFromClipboard().catch(fail),
      suspend: () => suspend(screen),
      detach: () => void leaving.detachByKey().catch(fail),
      interrupt: leaving.interrupt,
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
    status: (width) =>
      statusLine(
        { ...statusOf(current), isUnconfined, branch: feed.branch, viMode: vi?.mode ?? null, now: Date.now() },
        width,
      ),
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
  const followBackground = async () => {
    const said = await screen.queryTerminalBackgroundColor({ timeoutMs: answerMs })
    colours.follow((said ? backgroundOf(said) : backgroundIn(process.env)) ?? "dark")
    screen.invalidate()
    draw()
  }
  const lookAtSandbox = async () => {
    const { sandbox = {} } = readConfig(context.configuration, () => undefined)
    isUnconfined = (await sandboxUse(sandbox)).is !== "on"
    draw()
  }
  await composer.moveTo(draftPlace({ project }))
  screen.start()
  void lookAtSandbox().catch(fail)
  void followBackground().catch(fail)
  void addHistory().catch(fail)

  return {
    ui,
    type: (text) => composer.add({ text, attachments: [] }),
    sendTyped: () => messages.send("now"),
    offer: current.offer,
    ended: leaving.ended,
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

function modelOf({ link, settings, modelName }: CurrentSession): string | null {
  const named = link ? modelHere(link.state, link.row.foreignThrough) : (settings.model ?? null)
  return named ?? modelName
}

function statusOf(current: CurrentSession) {
  const { link, settings } = current
  return {
    state: link?.state ?? null,
    foreignThrough: link?.row.foreignThrough ?? 0,
    model: modelOf(current) ?? "…",
    permissionMode: settings.permissionMode ?? "workspace-write",
    effort: link ? link.state.log.effort : (settings.effort ?? null),
  }
}
