import type { EventData } from "../../session/event.ts"
import type { CliContext } from "../cli-context.ts"
import type { Choice } from "./input/picker.ts"
import type { SessionLink } from "./link/session-link.ts"

/** The interactive session, as its commands see it. */
export type SessionUi = {
  readonly context: CliContext
  readonly workspace: string
  readonly project: string
  /** The session on the screen; null before the first task. */
  readonly link: SessionLink | null
  /** Shows something that is not of the session. */
  note(text: string, tone?: "quiet" | "warn" | "plain"): void
  pick(title: string, choices: readonly Choice[]): Promise<string | undefined>
  /** Settings of the session, or of the next one where there is none yet. */
  configure(settings: EventData<"session.configured">): Promise<void>
  openSession(id: string): Promise<void>
  startFresh(): Promise<void>
  /** The model of the session, or of the next one; null where there is none. */
  readonly modelName: string | null
  lastAnswer(): string | null
  /** What keys do, a line each. */
  keyHelp(): string[]
  /** Says so where the model cannot see images. */
  warnOfUnseenImages(): Promise<void>
  writeClipboard(text: string): void
  quit(): void
  /** Exits where a server continues the open turn, or none is open. */
  detach(): Promise<void>
}
