import type { z } from "zod"
import type { Effort, Usage } from "../session/event/common.ts"
import type { modelEvents, purpose } from "../session/event/model.ts"

export type Purpose = z.infer<typeof purpose>

/** A model that can be asked. */
export type Model = {
  /** `provider/model`, `demo`, or `scripted:<file>`. */
  name: string
  /** Its answers come from a script, and every face says so. */
  scripted: boolean
  /** Whether the price of its calls is known; absent where each answer reports its cost, or there is no price. */
  priced?: boolean
  /** What it can do: from its server's own description first, from its name second. Learned more of with each answer: read it each time. */
  readonly profile?: Profile
  /** In tokens, where the server or a table says so. A local server may know better after the first answer: read it each time. */
  readonly contextWindow: number | null
  /**
   * One streamed call. Failures are parts, never exceptions. The last part is `finished` or `failed`; after `signal`
   * aborts, the stream just ends.
   */
  stream(request: Request, signal: AbortSignal): AsyncIterable<Part>
}

/** What a model can do. Missing altogether for a model that a program brings: it is taken for a capable one. */
export type Profile = {
  /** How tools are described to it and called: by its provider's own format, or in text. */
  toolFormat: ToolFormat
  /** A weak one is given fewer tools, shorter instructions and one thing to do at a time. */
  strength: "weak" | "standard" | "strong"
  strictness: "lax" | "standard" | "strict"
  /** It cannot see images, and is told their names. Absent: it is sent them. */
  images?: false
  /** Who says so. */
  source: "set" | "server" | "learned" | "name" | "default"
}

/** `tagged` is `<tool_call>{"name", "arguments"}</tool_call>`, `bracket` is `[USE name tool with: key="value"]`. */
export type ToolFormat = "native" | "tagged" | "bracket"

export type Request = {
  purpose: Purpose
  instructions: string
  /** Each call of the assistant is followed by its tool message: providers refuse a conversation with one missing. */
  messages: readonly Message[]
  tools: readonly ToolDescription[]
  /** How tools are described and called; `native` by default. In a text format the instructions describe them. */
  toolFormat?: ToolFormat
  /** The instructions for another format, where the server refuses tools in the one that was asked for. */
  instructionsIn?(format: ToolFormat): Promise<string>
  maxOutputTokens?: number
  temperature?: number
  /** How long it is to think; as the provider has it where it is absent. */
  effort?: Effort
  /** How many calls of this group (turn, clarify and plan; or the one purpose) have an outcome: the position in a script. */
  position: number
}

export type Message =
  | { role: "user"; text: string; attachments?: readonly { name: string; mediaType: string; bytes: Uint8Array }[] }
  | { role: "assistant"; text: string; reasoning?: string; calls: readonly Call[] }
  | { role: "tool"; call: string; name: string; text: string; failed: boolean }

export type Call = { call: string; name: string; arguments: Record<string, unknown> }

/** `parameters` is a JSON Schema. */
export type ToolDescription = { name: string; description: string; parameters: Record<string, unknown> }

export type Part =
  | { type: "reasoning" | "text"; text: string }
  /** A tool call as it is being written, for the eye only. */
  | { type: "call-text"; call: string; name: string; text: string }
  /** A whole call, sent when the answer has finished. `arguments` is the raw text where that is no JSON object. */
  | {
      type: "call"
      call: string
      name: string
      arguments: Record<string, unknown> | string
      /** The text format that it was written in, where it was recovered from the text. */
      written?: string
    }
  /**
   * `finish` is `stop`, `tool-calls`, `length`, `no-script` (the caller uses its own deterministic form), or the
   * provider's own word. `cut` names the tools of calls that the length limit truncated: they are dropped.
   * `quoted` names those of calls that stay text, because the answer only speaks of them; `unconfirmed` those of calls
   * at its end that may be examples.
   */
  | {
      type: "finished"
      finish: string
      usage?: Usage
      cut?: readonly string[]
      quoted?: readonly string[]
      unconfirmed?: readonly string[]
    }
  | { type: "failed"; failure: Failure }

export type FailureKind = z.infer<(typeof modelEvents)["model.failed"]>["kind"]

export type Failure = {
  kind: FailureKind
  /** What happened and, for a person, what to do. Holds no key. */
  message: string
  status?: number
  /** How long the server asked to wait. */
  retryAfterMs?: number
  usage?: Usage
}
