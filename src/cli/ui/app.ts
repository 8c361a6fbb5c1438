import { throttled } from "../../base/throttle.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { EventData } from "../../session/event.ts"
import { modelHere } from "../../session/view/model-here.ts"
import type { TranscriptItem } from "../../session/view/transcript.ts"
import type { CliContext } from "../cli-context.ts"
import { requireModel } from "../model-notice.ts"
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
import { linkSession, type SessionLink } from "./link/session-link.ts"
import { InlineScreen, InlineTerminal, suspend } from "./screen/inline-screen.ts"
import { layoutOf } from "./screen/layout.ts"
import { branchOf, statusLine } from "./screen/status-line.ts"
import type { SessionUi } from "./session-ui.ts"
import { type Activity, activityOf } from "./transcript/activity.ts"
import { entriesOf } from "./transcript/entries.ts"
import { itemNotes } from "./transcript/item-note.ts"
import { createTranscript } from "./transcript/transcript.ts"

type Settings = EventData<"session.configured">

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

/** How often the screen follows what is streamed, and a clock that runs. */
const frameMs = { streamed: 50, clock: 250 } as const

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
  const { store, agent, models } = context
  const { paint } = terminal
  let settings: Settings = {}
  let modelName: string | null = null
  let link: SessionLink | null = null
  let items: readonly TranscriptItem[] = []
  let offered: string | null = null
  let answer: string | null = null
  let branch = branchOf(project)
  const left = Promise.withResolvers<void>()
  // It may fail before anybody waits for it.
  left.promise.catch(() => undefined)
  const isChosen = of.chosen.then((chosen) => {
    settings = { ...chosen.settings, ...settings }
    modelName = chosen.modelName ?? "no model"
    screen.requestRender()
  })
  isChosen.catch(left.reject)

  const port = new InlineTerminal()
  const spinner = () => terminal.spinner[Math.floor(Date.now() / 100) % terminal.spinner.length] ?? ""
  const transcript = createTranscript({
    drawing: () => ({ paint, workspace: link?.row.workspace ?? workspace, now: Date.now(), spinner: spinner() }),
    rows: () => port.rows,
  })
  const screen = new InlineScreen(port, transcript.release)
  const note: SessionUi["note"] = (text, tone) => {
    transcript.note(text, tone)
    screen.requestRender()
  }
  const fail = (error: unknown) => {
    if (!(error instanceof UsageError) && !isHoldfastError(error)) return left.reject(error)
    note(error.message, "warn")
  }
  const asks = createAsks({
    context,
    paint,
    note,
    show: transcript.update,
    bell: terminal.bell,
    onChange: () => {
      keys.askChanged()
      screen.requestRender()
    },
    onFailure: (error) => {
      fail(error)
      refresh.request()
    },
  })
  const completion = completionFor(workspace, slashCommands)
  const composer = createComposer({ screen, store, paint, completion, onFailure: fail })
  const picking = createPicking({ screen, editor: composer.editor, paint })
  const activity = (): Activity =>
    link ? activityOf(link.live.view, { items, driving: link.driver.driving, now: Date.now() }) : null

  /** Takes over what the log says now. */
  const refresh = throttled(() => {
    if (!link) return
    items = link.items()
    transcript.update(entriesOf(items, itemNotes()))
    const said = items.findLast((item) => item.kind === "answer" && item.state === "whole" && item.text !== "")
    if (said?.kind === "answer") answer = said.text
    if (items.at(-1)?.kind === "stop") branch = branchOf(project)
    asks.update(link, items)
    screen.requestRender()
  }, frameMs.streamed)

  const leaveSession = async () => {
    const before = link
    link = null
    items = []
    transcript.seal()
    asks.clear()
    answer = null
    await before?.end()
  }
  const isAtWork = () => link?.driver.driving === "here" && link.state.log.turn !== null
  /** A turn that this process works on pauses with its session. */
  const mayPause = async () => {
    const choices = [
      { value: "pause", label: "Pause the turn" },
      { value: "stay", label: "Stay in this session" },
    ]
    return !isAtWork() || (await picking.pick("The turn pauses when another session opens.", choices)) === "pause"
  }
  const openSession = async (id: string) => {
    if (link?.row.id === id || !(await mayPause())) return
    await leaveSession()
    await composer.moveTo(draftPlace({ session: id }))
    link = await linkSession(context, id, { onChange: refresh.request, onFailure: fail })
    offered = null
    refresh.run()
    void addHistory()
  }
  const addHistory = async () => {
    for (const text of (await pastInputs(store, project)).toReversed()) composer.editor.addToHistory(text)
  }
  const ensureSession = async () => {
    if (link) return link
    await isChosen
    await requireModel(models, settings.model ?? null, "run")
    const { model, baseUrl, permissionMode, mode } = settings
    const id = await agent.open({
      workspace,
      ...(model ? { model } : {}),
      ...(baseUrl ? { baseUrl } : {}),
      ...(permissionMode ? { permissionMode } : {}),
      ...(mode ? { mode } : {}),
    })
    await composer.moveTo(draftPlace({ session: id }))
    link = await linkSession(context, id, { onChange: refresh.request, onFailure: fail })
    return link
  }
  const ui: SessionUi = {
    context,
    workspace,
    project,
    get link() {
      return link
    },
    note,
    pick: picking.pick,
    async configure(change) {
      if (link) await agent.configure(link.row.id, change)
      settings = { ...settings, ...change }
    },
    openSession,
    async startFresh() {
      if (!(await mayPause())) return
      await leaveSession()
      await composer.moveTo(draftPlace({ project }))
      note("A new session begins with your next message.", "quiet")
    },
    lastAnswer: () => answer,
    writeClipboard: (text) => port.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`),
    quit: () => left.resolve(),
  }
  const messages = createMessages({ ui, composer, ensureSession, resume, onFailure: fail })

  async function resume(): Promise<void> {
    if (!link && offered !== null) await openSession(offered)
    if (!link) return
    const { turn, inputs, asks } = link.state.log
    const isInterrupted = turn !== null && link.driver.driving === "none" && asks.open.length === 0
    if (isInterrupted || (turn === null && inputs.held && inputs.waiting.length > 0)) await link.resume()
  }
  const hint = createHint(() => screen.requestRender())
  const leave = () => {
    if (!isAtWork() || hint.isConfirmed(pauses)) left.resolve()
  }
  const keys = createKeys({
    composer,
    panel: () => asks.panel,
    isPicking: () => picking.shown !== null,
    isWorking: () => link !== null && link.state.log.turn !== null,
    onChange: () => screen.requestRender(),
    actions: {
      send: messages.send,
      stop: () => void link?.stop().catch(fail),
      takeBack: messages.takeBack,
      searchHistory: () => void searchHistory().catch(fail),
      openEditor: () => editInProgram(screen, composer.editor, fail),
      suspend: () => suspend(screen),
      leave,
      interrupt() {
        if (hint.isConfirmed(quits)) left.resolve()
      },
    },
  })
  const searchHistory = async () => {
    const text = await pickPastInput(ui)
    if (text !== undefined) composer.add({ text, attachments: [] })
  }
  composer.editor.onSubmit = (text) => {
    // The completion of a command has just taken it out of the editor.
    composer.add({ text, attachments: [] })
    messages.send("now")
  }
  const status = (width: number) => {
    const named = link ? modelHere(link.state, link.row.foreignThrough) : (settings.model ?? null)
    const model = named ?? modelName ?? "…"
    const permissionMode = settings.permissionMode ?? "workspace-write"
    const foreignThrough = link?.row.foreignThrough ?? 0
    return statusLine({ state: link?.state ?? null, foreignThrough, model, permissionMode, branch }, width)
  }
  const layout = layoutOf({
    paint,
    transcript,
    spinner,
    link: () => link,
    activity,
    hint: () => hint.text,
    panel: () => asks.panel,
    bottom: () => picking.shown ?? composer.editor,
    status,
  })
  for (const part of layout) screen.addChild(part)
  screen.setFocus(composer.editor)
  screen.addInputListener((data) => {
    if (!keys.handle(data)) return undefined
    screen.requestRender()
    return { consume: true }
  })
  const clock = setInterval(() => {
    if (transcript.isLive || activity() !== null) screen.requestRender()
  }, frameMs.clock)
  await composer.moveTo(draftPlace({ project }))
  screen.start()
  void addHistory().catch(fail)

  return {
    ui,
    type: (text) => composer.add({ text, attachments: [] }),
    sendTyped: () => messages.send("now"),
    offer: (session) => {
      offered = session
    },
    ended: left.promise,
    async close() {
      clearInterval(clock)
      keys.end()
      refresh.run()
      refresh.cancel()
      picking.end()
      await messages.end()
      await leaveSession()
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
