import type { EventData } from "../../../session/event.ts"
import type { CliContext } from "../../cli-context.ts"
import { requireModel } from "../../model-notice.ts"
import type { Composer } from "../input/composer.ts"
import { draftPlace } from "../input/draft.ts"
import type { Choice } from "../input/picker.ts"
import { linkSession, type SessionLink } from "./session-link.ts"

export type Settings = EventData<"session.configured">

/** The session on the screen, and how another one takes its place. */
export type CurrentSession = {
  /** Null before the first task. */
  readonly link: SessionLink | null
  /** Those of the next session where there is none yet. */
  readonly settings: Settings
  /** The model of a session that names none; null until it is known. */
  readonly modelName: string | null
  /** This process works on a turn of it. */
  readonly isAtWork: boolean
  /** The session to send to; opens one where there is none. */
  ensure(): Promise<SessionLink>
  open(id: string): Promise<void>
  startFresh(): Promise<void>
  configure(change: Settings): Promise<void>
  /** A session that `resume` opens where none is on the screen. */
  offer(id: string): void
  /** Resumes what was interrupted or held. */
  resume(): Promise<void>
  leave(): Promise<void>
}

export function createCurrentSession(of: {
  context: CliContext
  project: string
  workspace: string
  chosen: Promise<{ settings: Settings; modelName: string | null }>
  composer: Composer
  pick(title: string, choices: readonly Choice[]): Promise<string | undefined>
  /** Another session is on the screen, or none. */
  onSwitch(to: "session" | "none"): void
  onChange(): void
  onFailure(error: unknown): void
  /** What was chosen could not be opened at all. */
  onFatal(error: unknown): void
}): CurrentSession {
  const { context, project, workspace, composer, pick, onSwitch, onChange, onFailure } = of
  const { agent, models } = context
  let link: SessionLink | null = null
  let settings: Settings = {}
  let modelName: string | null = null
  let offered: string | null = null
  const isChosen = of.chosen.then((chosen) => {
    settings = { ...chosen.settings, ...settings }
    modelName = chosen.modelName ?? "no model"
    onChange()
  })
  isChosen.catch(of.onFatal)

  const leave = async () => {
    const before = link
    link = null
    onSwitch("none")
    await before?.end()
  }
  const show = async (id: string) => {
    await composer.moveTo(draftPlace({ session: id }))
    link = await linkSession(context, id, { onChange, onFailure })
    return link
  }
  const isAtWork = () => link?.driver.driving === "here" && link.state.log.turn !== null
  /** A turn that this process works on pauses with its session. */
  const mayPause = async () => {
    const choices = [
      { value: "pause", label: "Pause the turn" },
      { value: "stay", label: "Stay in this session" },
    ]
    return !isAtWork() || (await pick("The turn pauses when another session opens.", choices)) === "pause"
  }
  const open = async (id: string) => {
    if (link?.row.id === id || !(await mayPause())) return
    await leave()
    await show(id)
    offered = null
    onSwitch("session")
  }
  return {
    get link() {
      return link
    },
    get settings() {
      return settings
    },
    get modelName() {
      return modelName
    },
    get isAtWork() {
      return isAtWork()
    },
    async ensure() {
      if (link) return link
      await isChosen
      await requireModel(models, settings.model ?? null)
      const { model, baseUrl, permissionMode, mode, effort } = settings
      const id = await agent.open({
        workspace,
        ...(model ? { model } : {}),
        ...(baseUrl ? { baseUrl } : {}),
        ...(permissionMode ? { permissionMode } : {}),
        ...(mode ? { mode } : {}),
        ...(effort ? { effort } : {}),
      })
      return show(id)
    },
    open,
    async startFresh() {
      if (!(await mayPause())) return
      await leave()
      await composer.moveTo(draftPlace({ project }))
    },
    async configure(change) {
      if (link) await agent.configure(link.row.id, change)
      settings = { ...settings, ...change }
      onChange()
    },
    offer(id) {
      offered = id
    },
    async resume() {
      if (!link && offered !== null) await open(offered)
      if (!link) return
      const { turn, inputs, asks } = link.state.log
      const isInterrupted = turn !== null && link.driver.driving === "none" && asks.open.length === 0
      if (isInterrupted || (turn === null && inputs.held && inputs.waiting.length > 0)) await link.resume()
    },
    leave,
  }
}
