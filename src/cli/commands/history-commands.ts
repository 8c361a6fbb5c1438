import type { ToolFormat } from "../../models/contract.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { ArtifactKind } from "../../session/event/workflow.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { decisionKinds, noteKinds } from "../../session/timeline-kinds.ts"
import { type Command, idNote, type Option } from "./command-form.ts"

const limit = (usual: string): Option => ({ type: "number", value: "N", min: 1, summary: `At most N (${usual}).` })
const cursor: Option = { type: "text", value: "CURSOR", summary: "Continue after the previous page." }
const turn: Option = { type: "text", value: "TURN", summary: "This turn, by its id or a part of it." }
const head: Option = { type: "number", value: "SEQ", min: 1, summary: "Only if this is still the newest event." }

const artifacts = ["brief", "plan", "verification-plan"] as const satisfies readonly ArtifactKind[]
const kinds = [...decisionKinds, ...noteKinds] as const satisfies readonly TimelineEntry["kind"][]

/** Commands to inspect the past, and to undo, rewind and fork. */
export const pastCommands: readonly Command[] = [
  {
    name: "sessions",
    summary: "List sessions, most recently active first.",
    words: [],
    options: {
      project: { type: "text", value: "PATH", summary: "Only those of the project that contains PATH." },
      all: { type: "flag", summary: "All of them, not just the first page." },
      archived: { type: "flag", summary: "Archived sessions." },
      trash: { type: "flag", summary: "Sessions in the trash." },
      pinned: { type: "flag", summary: "Only pinned ones." },
      tag: { type: "text", value: "TAG", summary: "Only those with this tag." },
      owner: { type: "text", value: "OWNER", summary: "Only those last run by this owner." },
      status: {
        type: "choice",
        value: "STATE",
        choices: ["running", "waiting", "interrupted", "idle"],
        summary: "Only those in this state: running, waiting, interrupted or idle.",
      },
      limit: limit("default 20"),
      cursor,
    },
    examples: [
      ["holdfast sessions --project .", "those of this project"],
      ["holdfast sessions --status waiting", "those waiting for you"],
    ],
    load: () => import("../command/sessions.ts"),
  },
  {
    name: "show",
    summary: "Show the state of a session and its last messages.",
    words: ["ID"],
    options: { limit: limit("default 10") },
    examples: [["holdfast show last", "the newest session of this project"]],
    notes: [idNote],
    load: () => import("../command/show.ts"),
  },
  {
    name: "why",
    summary: "Show why a turn stopped, the evidence, and how to continue.",
    words: ["[ID]"],
    options: { turn },
    examples: [["holdfast why", "the last turn here"]],
    notes: [idNote],
    load: () => import("../command/why.ts"),
  },
  {
    name: "status",
    summary: "Show what is verified, what is not, and what to do next.",
    words: ["[ID]"],
    options: { verbose: { type: "flag", summary: "Include workflow mode, decision, policy and phase." } },
    examples: [["holdfast status", "the last session of this project"]],
    notes: [idNote, "Does not call a model."],
    load: () => import("../command/status.ts"),
  },
  {
    name: "workflow",
    summary: "Show how the work was planned, steered and verified.",
    words: ["[ID]"],
    options: {
      mode: {
        type: "choice",
        value: "MODE",
        choices: ["clarify", "plan", "execute", "verify", "explore"] satisfies WorkflowMode[],
        summary: "Only what happened in this mode: clarify, plan, execute, verify or explore.",
      },
      kind: {
        type: "choice",
        value: "KIND",
        choices: kinds,
        summary: "Only entries of this kind, such as route, handoff or completion_continue.",
      },
      policy: { type: "flag", summary: "Only completion, repair and verification entries." },
      limit: limit("default 24"),
      diff: { type: "flag", summary: "Show what changed between the last two versions of the brief and the plans." },
      show: {
        type: "choice",
        value: "WHAT",
        choices: artifacts,
        summary: "Print the brief, the plan or the verification-plan.",
      },
      edit: { type: "choice", value: "WHAT", choices: artifacts, summary: "Replace it with your own version." },
      file: { type: "text", value: "FILE", summary: "The new text; - reads standard input." },
      from: { type: "number", value: "N", min: 1, summary: "Only if it is still at version N." },
    },
    examples: [
      ["holdfast workflow last --policy", "why it continued, and why it stopped"],
      ["holdfast workflow last --show plan > plan.md", ""],
      ["holdfast workflow last --edit plan --file plan.md", "use your own plan"],
    ],
    notes: [idNote, "Does not call a model."],
    load: () => import("../command/workflow.ts"),
  },
  {
    name: "prompt",
    summary: "Show the system prompt, or what changed in it.",
    words: ["show|diff", "[ID]"],
    options: {
      sent: { type: "flag", summary: "The prompt last sent, not the one that would be sent now." },
      new: { type: "flag", summary: "The prompt of a new session here." },
      format: {
        type: "choice",
        value: "FORMAT",
        choices: ["native", "tagged", "bracket"] satisfies ToolFormat[],
        summary: "Tool call format: native, tagged or bracket (default: the last one used, else native).",
      },
      brief: { type: "flag", summary: "The short form for weak models." },
    },
    examples: [
      ["holdfast prompt show", "the last session here, or a new one"],
      ["holdfast prompt diff last", "the last two that differ, and why"],
    ],
    notes: [idNote, "Does not call a model."],
    load: () => import("../command/prompt.ts"),
  },
  {
    name: "undo",
    summary: "Restore files to their state before a turn.",
    words: ["[ID]"],
    options: {
      turn,
      redo: { type: "flag", summary: "Redo the newest undo." },
      force: { type: "flag", summary: "Also restore files with newer changes." },
      head,
    },
    examples: [
      ["holdfast undo", "the newest turn here that changed files and is not undone yet"],
      ["holdfast undo last --redo", ""],
    ],
    notes: [
      idNote,
      "Files with newer changes are not restored; a diff is shown and the exit code is 1.",
      "Changes made by commands are undone too, except to files that git ignores.",
    ],
    load: () => import("../command/undo.ts"),
  },
  {
    name: "rewind",
    summary: "Continue from an earlier event; nothing is removed.",
    words: ["ID"],
    options: {
      to: { type: "number", value: "SEQ", min: 1, summary: "The event to continue from." },
      turns: { type: "number", value: "N", min: 1, summary: "Go back N turns." },
      regenerate: { type: "flag", summary: "Go back to before the last input and send it again." },
      files: { type: "flag", summary: "Also undo file changes made since." },
      force: { type: "flag", summary: "With --files: also restore files with newer changes." },
      head,
    },
    examples: [
      ["holdfast rewind last --turns 1 --files", "as if the last turn had not happened"],
      ["holdfast rewind last --regenerate", "then: holdfast resume"],
    ],
    notes: [idNote],
    load: () => import("../command/rewind.ts"),
  },
  {
    name: "log",
    summary: "Print the events of a session, one per line.",
    words: ["ID"],
    options: {
      after: { type: "number", value: "SEQ", min: 0, summary: "Only events after this one." },
      before: { type: "number", value: "SEQ", min: 1, summary: "Only events before this one." },
      limit: limit("default all; with --follow, the newest N first"),
      reverse: { type: "flag", short: "r", summary: "Newest first." },
      type: { type: "text", value: "TYPE", multiple: true, summary: "Only this type or family; can be repeated." },
      follow: { type: "flag", short: "f", summary: "Keep printing new events until Ctrl-C." },
    },
    examples: [
      ["holdfast log last --follow --limit 20", "watch it work"],
      ["holdfast log 3f9a12bc --type tool --json", "every tool event, one JSON line each"],
    ],
    notes: [
      idNote,
      'With --json a damaged stretch is a line {"damage":{…}} in its place.',
      "Exits with 1 if the log is damaged, after printing the rest.",
    ],
    load: () => import("../command/log.ts"),
  },
  {
    name: "search",
    summary: "Find text in all sessions.",
    words: ["TEXT..."],
    options: {
      project: { type: "text", value: "PATH", summary: "Only in the project that contains PATH." },
      session: { type: "text", value: "ID", summary: "Only in this session." },
      limit: limit("default 20"),
      cursor,
    },
    examples: [
      ["holdfast search flaky login", "both words, in any order"],
      [`holdfast search '"not found" pars*'`, "a phrase, and words starting with pars"],
    ],
    load: () => import("../command/search.ts"),
  },
]
