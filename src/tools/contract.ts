import type { z } from "zod"
import type { Access } from "../session/accessed-path.ts"
import type { BlobRef, Usage } from "../session/event/common.ts"
import type { DoneItem } from "../session/event/done.ts"
import type { Confinement } from "./sandbox/sandbox.ts"

/** A tool as the model knows it. Its kind says what is durable before it acts, and so what recovery does with it. */
export type Tool<Arguments = unknown> =
  | Look<Arguments>
  | Edit<Arguments>
  | Command<Arguments>
  | Note<Arguments>
  | Question<Arguments>
  | Act<Arguments>

type Common<Arguments> = {
  name: string
  /** For the model: what it does, when to use it, in a few sentences. */
  description: string
  schema: z.ZodType<Arguments>
  /** Other names that models use for an argument, such as `filepath` for `path`. */
  aliases?: Readonly<Record<string, string>>
  access(args: Arguments, context: AccessContext): Access | Promise<Access>
}

/** Changes nothing, or the same thing however often it runs: after a crash it is run again. */
export type Look<Arguments = unknown> = Common<Arguments> & {
  kind: "look"
  run(args: Arguments, context: ToolContext): Promise<Result>
}

/** Changes files: it only says how, and `file-intent.ts` does it so that a crash never leaves half of it. */
export type Edit<Arguments = unknown> = Common<Arguments> & {
  kind: "edit"
  draft(args: Arguments, context: ToolContext): Promise<{ drafts: readonly Draft[] } | Failed>
}

/** Runs a command as a job that outlives a crash. */
export type Command<Arguments = unknown> = Common<Arguments> & {
  kind: "command"
  command(
    args: Arguments,
    context: ToolContext,
  ): Promise<{ command: string; cwd: string; background: boolean; timeLimitMs: number } | Failed>
}

/** Changes the todo list of the session. */
export type Note<Arguments = unknown> = Common<Arguments> & {
  kind: "note"
  note(args: Arguments): { items: readonly DoneItem[]; text: string }
}

/** Asks a person: the ask is durable and the answer is the result. */
export type Question<Arguments = unknown> = Common<Arguments> & {
  kind: "question"
  question(args: Arguments): { question: string; details?: string; options: readonly { id: string; label: string }[] }
}

/** Does something else, once. After a crash its outcome is unknown. Tools that other programs register are of this kind. */
export type Act<Arguments = unknown> = Common<Arguments> & {
  kind: "act"
  run(args: Arguments, context: ToolContext): Promise<Result>
}

/** A whole file as it was and as it shall be; null where it does not exist. */
export type Draft = { path: string; before: Uint8Array | null; after: Uint8Array | null; mode?: number }

export type Result = {
  status: "ok" | "error"
  /** For the model, whole: the caller shortens it. An error says what to do next. */
  text: string
  /** Files that the model now knows, with the hash of their content. */
  seen?: readonly { path: string; hash: string }[]
  exitCode?: number | null
  /** What models took that the tool asked. */
  usage?: Usage
}

export type Failed = Result & { status: "error" }

/** What it takes to say what a call would read, write or run. */
export type AccessContext = {
  /** The real path of the directory that the agent works in. */
  workspace: string
  /** Files and directories that no file tool may touch: the store, config, policy, tokens. */
  protected: readonly string[]
  /** Where memory and notepad of the project are. */
  notes: string
  /** Where the jobs of this session are. */
  jobs: string
}

/** What the caller gives a tool. */
export type ToolContext = AccessContext & {
  session: string
  /** The hash of a file (absolute path) as the model last saw it. */
  seen(path: string): string | undefined
  blob(hash: string): Promise<Uint8Array>
  putBlob(bytes: Uint8Array, mediaType?: string): Promise<BlobRef>
  /** Output as it comes. */
  emit(text: string): void
  signal: AbortSignal
  /** What confines a search below a directory; null where nothing does. */
  confineSearch?(root: string): Promise<Confinement | null>
  /** A read-only sub-run that answers a question about the project. */
  explore?(question: string): Promise<Result>
  /** The whole text of a skill, by its name. */
  skill?(name: string): Promise<Result>
}
