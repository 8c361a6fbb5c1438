import { bytes, counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import type { Loss } from "../../session/event/session.ts"
import type { Event, EventData, EventType, ForeignEvent } from "../../session/event.ts"
import { isKnown } from "../../session/event.ts"
import { withoutPrefix } from "../../workflow/explain/answers.ts"
import { checkWords } from "../../workflow/explain/status-view.ts"

export function summaryOf(event: Event | ForeignEvent): string {
  if (!isKnown(event)) return `(version ${event.v}, written by a newer version of Holdfast)`
  const summary = summaries[event.type] as (data: unknown) => string
  return oneLine(summary(event.data))
}

const join = (...parts: ReadonlyArray<string | undefined | false | null | 0>) => parts.filter(Boolean).join(", ")

const opened = ({ workspace, parent }: EventData<"session.opened">) =>
  join(workspace, parent && `fork of ${shortId(parent.session)} at ${parent.seq}`)

const configured = ({ model, baseUrl, mode, effort, permissionMode, ...rules }: EventData<"session.configured">) =>
  join(
    model !== undefined && `model ${model ?? "by default"}`,
    baseUrl !== undefined && `server ${baseUrl ?? "by default"}`,
    mode !== undefined && `mode ${mode ?? "by default"}`,
    effort !== undefined && `effort ${effort ?? "by default"}`,
    permissionMode && `permissions ${permissionMode}`,
    rules.ruleCounts &&
      `rules: ${rules.ruleCounts.deny} deny, ${rules.ruleCounts.ask} ask, ${rules.ruleCounts.allow} allow`,
    rules.prompting === false && "you are not asked",
  )

const described = ({ title, tags, pinned, archived, trashed }: EventData<"session.described">) =>
  join(
    title && `titled ${JSON.stringify(title)}`,
    tags && `tagged ${tags.join(", ") || "nothing"}`,
    pinned !== undefined && (pinned ? "pinned" : "unpinned"),
    archived !== undefined && (archived ? "archived" : "unarchived"),
    trashed !== undefined && (trashed ? "moved to the trash" : "restored from the trash"),
  )

const progress = ({ status, items, criteria, touched }: EventData<"done.changed">) =>
  join(
    status,
    items && `${items.filter(({ state }) => state === "completed").length} of ${counted(items.length, "item")} done`,
    criteria && counted(criteria.length, "criterion", "criteria"),
    touched && `${counted(touched.length, "file")} touched`,
  )

const usage = (used: EventData<"model.answered">["usage"]) => used && `${used.input} tokens in, ${used.output} out`

const losses = {
  alone: "the previous owner was lost",
  "with-others": "the previous owner was lost with other sessions",
  "host-restart": "the host was restarted",
} as const satisfies Record<Loss, string>

const summaries: { readonly [T in EventType]: (data: EventData<T>) => string } = {
  "session.opened": opened,
  "session.configured": configured,
  "session.described": described,
  "session.left": () => "",
  "session.owned": ({ ownerPath, epoch, pid, lost }) =>
    join(`run by ${ownerPath}`, `epoch ${epoch}`, pid && `process ${pid}`, lost && losses[lost]),

  "input.accepted": ({ kind, text }) => `${kind}: ${text}`,
  "input.edited": ({ text }) => text,
  "input.withdrawn": ({ input }) => shortId(input),
  "input.consumed": ({ as }) => `as ${as}`,

  "turn.started": ({ task, resumes }) => join(task, resumes && `resumes ${shortId(resumes)}`),
  "turn.moved": ({ from, to, kind, summary }) => `${from ?? "start"} -> ${to} [${kind}] ${summary}`,
  "turn.cancel-requested": ({ reason }) => reason ?? "",
  "turn.resume-requested": () => "",
  "turn.stopped": ({ code, summary }) => `${code}: ${summary}`,

  "workflow.decided": ({ kind, mode, summary }) => `${kind} to ${mode}: ${withoutPrefix(summary)}`,
  "workflow.noted": ({ kind, summary }) => `${kind}: ${withoutPrefix(summary)}`,
  "workflow.ledger-changed": ({ items }) => items.map(({ status, text }) => `${status}: ${text}`).join("; "),
  "workflow.artifact-written": ({ artifact, version, summary }) => join(`${artifact} ${version}`, summary),
  "workflow.artifact-edited": ({ artifact, from }) => `${artifact} ${from + 1}, by a person`,

  "done.defined": ({ task, ...rest }) => join(progress(rest), task),
  "done.changed": progress,
  "done.verification-planned": ({ number, checks }) =>
    `attempt ${number}: ${checks.map(({ command }) => command).join("; ")}`,
  "done.verification-started": ({ command }) => command,
  "done.verification-finished": ({ status, summary }) => checkWords(status, summary),
  "done.verification-gone-stale": ({ because }) => because,

  "prompt.built": ({ format, sections, tokens }) =>
    join(
      format,
      `${counted(sections.length, "section")} of ${bytes(sections.reduce((sum, { body }) => sum + body.bytes, 0))}`,
      tokens !== undefined && counted(tokens, "token"),
    ),

  "model.asked": ({ purpose, model }) => `${model} for ${purpose}`,
  "model.answered": ({ text, calls = [], usage: used }) =>
    join(text, calls.length > 0 && `asks for ${calls.map(({ name }) => name).join(", ")}`) ||
    (usage(used) ?? "nothing"),
  "model.failed": ({ kind, message }) => `${kind}: ${message}`,
  "model.interrupted": ({ reason, text }) => `${reason}${text ? ` after: ${text}` : ""}`,

  "tool.called": ({ name, arguments: given, check }) => `${check ? "check with " : ""}${name} ${JSON.stringify(given)}`,
  "tool.started": ({ readOnly, files = [], job }) =>
    join(readOnly ? "reads only" : "may write", ...files.map(({ path }) => path), job?.command),
  "tool.finished": ({ status, output, changed, exitCode, check }) =>
    join(
      check ? checkWords(check.status, check.summary) : status,
      exitCode !== undefined && exitCode !== null && `exit code ${exitCode}`,
      changed.length > 0 && `changed ${changed.map(({ path }) => path).join(", ")}`,
      output.text,
    ),

  "ask.opened": ({ question }) => question,
  "ask.answered": ({ answer, text, choice, scope }) => join(answer, scope, text ?? choice),
  "ask.expired": ({ reason }) => reason,

  "context.compacted": ({ through, tokensBefore, tokensAfter }) =>
    `up to ${through}: ${tokensBefore} tokens are now ${tokensAfter}`,
  "context.trimmed": ({ tokensBefore, tokensAfter }) => `old results in short: ${tokensBefore} → ${tokensAfter} tokens`,
  "context.compact-requested": ({ focus }) => (focus ? `compact, and keep: ${focus}` : "compact"),
  "context.kept": ({ because }) => because,

  "workspace.saved": ({ change }) => change.path,
  "workspace.restore-started": ({ files }) => files.map(({ path }) => path).join(", "),
  "workspace.restored": ({ changed }) => changed.map(({ path }) => path).join(", "),
  "history.rewound": ({ to, because }) => `to ${to} (${because})`,
}

export const typeWidth = Math.max(...Object.keys(summaries).map((type) => type.length))
