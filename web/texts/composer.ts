import type { PermissionMode, WorkflowMode } from "../../src/session/event/common.ts"
import { number } from "./amounts.ts"

/** What Enter does while a turn is open. */
type BusyKind = "queue" | "steer" | "interrupt"

/** Why nothing can be written. */
type Closed = "at" | "trashed" | "newer" | "damaged" | "erased"

export const composerTexts = {
  region: "Composer",
  message: "Message",
  placeholder: "Say what you want done. @ for files, / for commands",
  placeholderBusy: {
    queue: "Write what comes next",
    steer: "Write a remark for the running turn",
    interrupt: "Write what to do instead",
  } satisfies Record<BusyKind, string>,
  send: "Send",
  sendAs: { queue: "Queue", steer: "Steer", interrupt: "Interrupt" } satisfies Record<BusyKind, string>,
  sendAsWhat: {
    queue: "Done after this turn, in order.",
    steer: "Told to the model at its next step; the turn goes on.",
    interrupt: "Stops this turn, then does this instead.",
  } satisfies Record<BusyKind, string>,
  whileBusy: "What sending does now",
  stop: "Stop",
  stopping: "Stopping…",
  escapeAgain: "Press Escape again to stop.",
  emptyMessage: "Write something, or attach a file.",
  uploading: "Wait until the files are here.",
  notUploaded: "A file did not get here: try it again, or take it away.",
  tooLong: (most: number) => `More than ${number(most)} characters. Attach it as a file instead.`,
  notKept: "This browser keeps nothing, so the text stays here until the server has it.",

  attach: "Attach files",
  attachments: "Attachments",
  removeAttachment: (name: string) => `Remove ${name}`,
  uploadProgress: (name: string) => `Sending ${name}`,
  tryUploadAgain: (name: string) => `Try ${name} again`,
  tooLarge: "Larger than 20 MB: too large to attach.",
  tooMany: (most: number) => `At most ${most} files go with one message.`,
  unreachable: "The server cannot be reached.",
  notTaken: (status: number) => `The server answered ${status}.`,
  dropHere: "Drop files to attach them",
  dropWhat: "Images, PDFs and text, up to 20 MB each",
  largePaste: (lines: number) => (lines === 1 ? "That was a long paste." : `That was a paste of ${lines} lines.`),
  attachPaste: "Attach it as a file",
  keepPaste: "Keep it here",

  files: "Files",
  commands: "Commands",
  noFiles: "No file matches.",
  noCommands: "No command matches. It is sent as it is.",
  moreFiles: "There are more: type on to narrow them down.",
  suggestionCount: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),

  settings: "Model, mode and permissions",
  model: "Model",
  modelIs: (name: string) => `Model: ${name}`,
  modelFound: "As found",
  modelFoundWhat: (model: string, why: string) => `${model}: ${why}`,
  findModel: "Find a model, or write provider/model",
  takeModel: (name: string) => `Use ${name}`,
  noModels: "No model matches. Write provider/model to use one that is not listed.",
  contextOf: (tokens: string) => `${tokens} tokens`,
  mode: "Mode",
  modeIs: (name: string) => `Mode: ${name}`,
  modes: {
    auto: { name: "Auto", what: "Holdfast chooses: asks, plans or works as the task needs." },
    clarify: { name: "Clarify", what: "Asks at most two questions, then writes a brief." },
    plan: { name: "Plan", what: "Writes a plan and how to verify it before it works." },
    execute: { name: "Execute", what: "Works at once, and verifies what it changed." },
    verify: { name: "Verify", what: "Runs the checks that prove the work." },
    explore: { name: "Explore", what: "Only looks and answers. Changes nothing." },
  } satisfies Record<WorkflowMode | "auto", { name: string; what: string }>,
  permission: "Permissions",
  permissionIs: (name: string) => `Permissions: ${name}`,
  permissions: {
    "read-only": { name: "Read only", what: "Reads in the workspace. Changes are denied." },
    "workspace-write": {
      name: "Workspace",
      what: "Writes in the workspace and runs ordinary commands. Asks for the rest.",
    },
    prompt: { name: "Ask always", what: "Asks before everything, even before it reads." },
    "danger-full-access": {
      name: "Full access",
      what: "Dangerous: also runs risky commands and writes files anywhere, without asking.",
    },
    allow: {
      name: "Allow everything",
      what: "Dangerous: nothing is asked, only rules stand in the way. For a machine you can lose.",
    },
  } satisfies Record<PermissionMode, { name: string; what: string }>,
  foreignPermission: "This session came from elsewhere: it only reads until you choose.",

  context: (share: string) => `Context ${share} full`,
  contextUsed: (used: string, window: string) => `${used} of ${window} tokens`,
  contextUnknown: (used: string) => `${used} tokens; the window of the model is not known`,
  contextNone: "Context: nothing was sent yet",

  queue: "Waiting inputs",
  kinds: { send: "Next", queue: "Queued", steer: "Steers", interrupt: "Interrupts" },
  editWaiting: "Edit",
  takeBack: "Take back",
  saveEdit: "Save",
  editedText: "Waiting input",
  held: "These wait, since the last turn did not finish. Going on takes it up again, then these.",
  goOn: "Go on",
  skip: "Skip it",
  fileCount: (count: number) => (count === 1 ? "1 file" : `${count} files`),

  waitsForAnswer: "It waits for your answer above. What you write here does not answer it.",
  waitsForAnswerAs: {
    queue: "It is done after this turn.",
    steer: "It is told to the model after your answer.",
    interrupt: "It stops this turn.",
  } satisfies Record<BusyKind, string>,
  interrupted: "Interrupted. The turn was cut off.",
  resume: "Resume",
  closed: {
    at: "You look at the past. Go back to now to write.",
    trashed: "In the trash. Take it out to go on.",
    newer: "Written by a newer Holdfast. It can only be read here.",
    damaged: "The log is damaged. It can only be read.",
    erased: "This session was erased.",
  } satisfies Record<Closed, string>,
  takenBack: "It was taken back.",
  modelUsage: "Write the model after the command: /model provider/model",
  commandNames: {
    model: "Choose the model",
    queue: "Queue a message after this turn",
    steer: "Tell the running turn something",
    interrupt: "Stop the turn and do this instead",
    mode: (name: string) => `Mode: ${name}`,
    permission: (name: string) => `Permissions: ${name}`,
  },
  slashArguments: { message: "message", optionalMessage: "[message]", model: "provider/model" },
} as const
