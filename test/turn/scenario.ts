import type { Limits } from "../../src/agent/turn/limits.ts"
import type { Learned } from "../../src/models/profile/learned.ts"
import type { ScriptStep } from "../../src/models/script.ts"
import type { PermissionMode, WorkflowMode } from "../../src/session/event/common.ts"
import type { ArtifactKind } from "../../src/session/event/workflow.ts"
import type { EventData, EventType } from "../../src/session/event.ts"

/** One story of a session, as data: what is there, what the model says, and what people say when. */
export type Scenario = {
  name: string
  /** The workspace before, by path. */
  files?: Readonly<Record<string, string | { text: string; mode: number }>>
  /** The workspace is a git repository, with the files committed. */
  git?: boolean
  permissionMode?: PermissionMode
  /** The mode that a person asks for. */
  mode?: WorkflowMode
  /** What the model takes, in tokens. */
  window?: number
  /** How long a turn may take. */
  timeMs?: number
  /** From how many tokens on the context is compacted, and how many messages that keeps. */
  compaction?: Pick<Limits, "compactAt" | "keepMessages">
  /** What an earlier run has learned of the model. */
  learned?: Learned
  /** `$job` in a step is the id of the newest background job that the model was told of. */
  script: readonly ScriptStep[]
  person: readonly Word[]
}

/** What a person does, and when. Without a moment it is at once. Each is done once, however often the session is resumed. */
export type Word = Act & { when?: Moment }

/** Always by what happens, never by a time. */
export type Moment =
  /** The log has so many events of the type. */
  | { after: EventType; count?: number }
  /** The driver has decided to append an event of the type: the person is faster. */
  | { before: EventType }
  | { streamed: "text" | "output"; characters: number }

export type Act =
  | { say: EventData<"input.accepted">["kind"]; text: string }
  | { answer: Omit<EventData<"ask.answered">, "ask"> }
  | { cancel: string }
  /** Writes the next version of what was written before the work. */
  | { edit: ArtifactKind; text: string }
  /** Compacts everything so far, between two turns. */
  | { compact: string }
  /** Asks that it be compacted, and what is to be kept. */
  | { wish: string; keep?: number }
