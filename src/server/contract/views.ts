import { z } from "zod"
import type { ShownDiff, ShownPrompt } from "../../agent/prompt/shown-prompt.ts"
import type { TurnChanges } from "../../agent/sessions/session-changes.ts"
import type { ContextSize } from "../../session/view/context-size.ts"
import type { TraceEntry } from "../../session/view/trace.ts"
import type { Why } from "../../session/view/why.ts"
import type { Hit } from "../../store/contract.ts"
import type { ArtifactVersion } from "../../workflow/explain/artifact-versions.ts"
import type { WorkflowView } from "../../workflow/explain/workflow-view.ts"
import { flagIn, landed, page, sessionParams, wholeIn } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

const missing = ["not-found", "erased", "damaged"] as const
const artifact = z.enum(["brief", "plan", "verification-plan"])
const artifactParams = sessionParams.extend({ kind: artifact })
const past = z.object({
  at: wholeIn(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: "as it was at this event" }),
})
const promptQuery = past.extend({
  sent: flagIn.default(false).meta({ description: "as it was sent last, not as it would be sent now" }),
  format: z.enum(["native", "tagged", "bracket"]).optional(),
  brief: flagIn.default(false),
})

/** Views, computed from the log on request. */
export const viewEndpoints = endpoints({
  "GET /api/sessions/:id/why": {
    tag: "views",
    summary: "Why a turn stopped, on what evidence, and how to continue",
    params: sessionParams,
    query: z.object({ turn: z.string().max(256).optional() }),
    status: 200,
    answer: z.object({ why: typed<Why>("The stop record with its evidence").nullable() }),
    problems: missing,
  },
  "GET /api/sessions/:id/timeline": {
    tag: "views",
    summary: "The workflow of a session: decisions, notes, artifacts and the completion trace",
    params: sessionParams,
    query: past.extend({
      limit: wholeIn(1, 500).default(100),
      policy: flagIn.default(false).meta({ description: "only what holds the work to account" }),
    }),
    status: 200,
    answer: z.object({
      view: typed<WorkflowView>("Decisions and notes, oldest first, each explained; answers, verification, ledger"),
      artifacts: typed<ArtifactVersion[]>("Every version of the brief and the plans of this task, oldest first"),
      trace: typed<TraceEntry[]>("How the turn came to its end, step by step"),
    }),
    problems: missing,
  },
  "GET /api/sessions/:id/artifacts/:kind": {
    tag: "views",
    summary: "The brief or a plan, its newest version or an earlier one",
    params: artifactParams,
    query: z.object({ version: wholeIn(1, 1_000_000).optional() }),
    status: 200,
    answer: z.object({ version: z.int(), text: z.string(), edited: z.boolean(), seq: z.int() }),
    problems: missing,
  },
  "PUT /api/sessions/:id/artifacts/:kind": {
    tag: "views",
    summary: "Replace it with your own version, which is then followed",
    params: artifactParams,
    body: z.object({
      text: z.string().min(1).max(262_144),
      from: z.int().min(1).meta({ description: "the version that you saw" }),
    }),
    intent: true,
    status: 202,
    answer: landed.extend({ version: z.int() }),
    problems: ["invalid", "not-found", "erased", "behind", "illegal", "key-reused", "newer"],
  },
  "GET /api/sessions/:id/prompt": {
    workspace: true,
    tag: "views",
    summary: "The system prompt, without calling a model",
    params: sessionParams,
    query: promptQuery,
    status: 200,
    answer: typed<ShownPrompt>(
      "Format, mode and size, and the sections in order: name, text, tokens, whether it stays",
    ),
    problems: ["invalid", ...missing],
  },
  "GET /api/sessions/:id/prompt/diff": {
    workspace: true,
    tag: "views",
    summary: "What changed between the last two prompts that differ, and why",
    params: sessionParams,
    query: past,
    status: 200,
    answer: typed<ShownDiff>(
      "The events of both, what is most telling, and each section that differs, why, and its lines; `from` is null where there was one only",
    ),
    problems: missing,
  },
  "GET /api/sessions/:id/context": {
    workspace: true,
    tag: "views",
    summary: "How full the model's context is, and with what",
    params: sessionParams,
    query: past,
    status: 200,
    answer: z.object({
      size: typed<ContextSize | null>("Tokens used and free, of the window"),
      parts: z
        .array(z.object({ kind: z.enum(["prompt", "tools", "messages"]), name: z.string(), tokens: z.int() }))
        .meta({ description: "what the next request would hold; of the past, with the prompt that was sent last" }),
      compactions: z.array(
        z.object({ seq: z.int(), at: z.string(), before: z.int(), after: z.int(), summary: z.string() }),
      ),
    }),
    problems: missing,
  },
  "GET /api/sessions/:id/changes": {
    workspace: true,
    tag: "views",
    summary: "What the session changed, as diffs by turn, newest turn first",
    params: sessionParams,
    query: past.extend({
      turn: z.string().max(256).optional(),
      before: wholeIn(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: "the `next` of the page before" }),
      limit: wholeIn(1, 200).default(50),
    }),
    status: 200,
    answer: z.object({
      turns: typed<TurnChanges[]>("The changes of each turn, and of what a person saved"),
      next: z.int().nullable(),
    }),
    problems: missing,
  },
  "GET /api/sessions/:id/export": {
    tag: "views",
    summary: "Export a session: jsonl and json are complete, markdown is for reading",
    params: sessionParams,
    query: z.object({ format: z.enum(["jsonl", "json", "markdown"]).default("jsonl"), redact: flagIn.default(false) }),
    status: 200,
    answer: "bytes",
    problems: missing,
  },
  "GET /api/search": {
    tag: "views",
    summary: "Full-text search over all sessions, newest first",
    query: z.object({
      q: z.string().min(1).max(1000),
      project: z.string().max(4096).optional(),
      session: z.string().max(256).optional(),
      typing: flagIn.default(false).meta({ description: "the last word is still being typed" }),
      cursor: z.string().max(1000).optional(),
      limit: wholeIn(1, 100).default(20),
    }),
    status: 200,
    answer: page(typed<Hit>("Where it was found: session, title, seq, at, type, snippet")),
    problems: ["invalid"],
  },
})
