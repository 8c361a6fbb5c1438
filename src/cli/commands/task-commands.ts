import type { Requirement } from "../../session/event/input.ts"
import { type Command, idNote, permissionModes } from "./command-form.ts"

const modelOptions: Command["options"] = {
  model: { type: "text", value: "MODEL", summary: "provider/model, demo, or scripted:FILE." },
  "base-url": { type: "text", value: "URL", summary: "Address of an OpenAI-compatible server." },
}

const turnOptions: Command["options"] = {
  "permission-mode": {
    type: "choice",
    value: "MODE",
    choices: permissionModes,
    summary: "What it may do without asking: read-only, workspace-write (default), danger-full-access, prompt, allow.",
  },
  ...modelOptions,
  "max-steps": { type: "number", value: "N", min: 1, summary: "Stop after N steps (default 100)." },
  "max-tokens": { type: "number", value: "N", min: 1, summary: "Stop after N tokens, in and out." },
  "max-cost": {
    type: "text",
    value: "DOLLARS",
    summary: "Stop at this cost; refused if the model's price is unknown.",
  },
  "max-time": { type: "text", value: "TIME", summary: "Stop after a time such as 90s, 10m or 1h." },
  "output-format": {
    type: "choice",
    value: "FORMAT",
    choices: ["text", "json", "stream-json"],
    summary: "text (default), or the messages of `claude`: json prints the last one, stream-json each as it comes.",
  },
  yes: { type: "flag", short: "y", summary: "Approve the plan of --mode plan without asking." },
  "no-ask": {
    type: "flag",
    summary: "Never prompt: deny what needs approval, and leave a plan waiting.",
  },
}

const streamNote =
  "With --json each event is a line, and the last line is the result; docs/json-stream.md describes it and --output-format."
const turnCodes =
  "Exit codes: 0 done, verified or not; 1 failed; 2 wrong usage; 3 waiting for your answer; 4 a limit was reached; 5 checks fail, the facts contradict the answer, or what --require asks for was not shown; 130 stopped."

/** Commands that start, resume and answer work. */
export const workCommands: readonly Command[] = [
  {
    name: "run",
    summary: 'Do a task: `holdfast run "task"`, or `holdfast -p "task"`.',
    words: ["[TASK...]"],
    options: {
      session: { type: "text", value: "ID", summary: "Continue this session." },
      resume: { type: "text", short: "r", value: "ID", summary: "The same, as other agents call it." },
      continue: { type: "flag", short: "c", summary: "Continue the last session of this project." },
      mode: {
        type: "choice",
        value: "MODE",
        choices: ["auto", "clarify", "plan", "execute"],
        summary:
          "For this task: ask first, plan first and wait for your approval, or start at once; auto (default) starts at once, and has a weak model plan what has several parts.",
      },
      require: {
        type: "choice",
        value: "WHAT",
        choices: ["verified", "change"] satisfies Requirement[],
        summary: "Exit with 5 unless the work was verified, or any file was changed. `resume` keeps it.",
      },
      ...turnOptions,
      "input-format": {
        type: "choice",
        value: "FORMAT",
        choices: ["text", "stream-json"],
        summary: "stream-json: a turn for each `user` message on standard input, one JSON line each.",
      },
    },
    examples: [
      ['holdfast run "fix the failing test"', ""],
      ['holdfast run --require verified "fix the failing test"', "in a script: 0 only when checks passed"],
      ['git diff | holdfast run "review this"', "sends the piped text too"],
      ['holdfast run -c "and now the docs"', "continues the last session"],
    ],
    notes: [
      "A pipe or file on standard input is sent with the task; a pipe that stays silent for 3 s is ignored. Use - to wait for it.",
      "While a turn runs, a line you type goes to the model at its next step.",
      "Ctrl-C cancels and keeps the work; a second one exits at once. `holdfast resume` continues after either.",
      "When piped, the answer goes to standard output and everything else to standard error.",
      streamNote,
      turnCodes,
    ],
    ends: "itself",
    load: () => import("../command/run.ts"),
  },
  {
    name: "resume",
    summary: "Resume an interrupted, waiting or stopped turn.",
    words: ["[ID]"],
    options: {
      ...turnOptions,
      skip: { type: "flag", summary: "Skip the stopped turn and continue with the queued messages." },
    },
    examples: [["holdfast resume", "the turn interrupted last in this project"]],
    notes: [idNote, streamNote, turnCodes],
    ends: "itself",
    load: () => import("../command/resume.ts"),
  },
  {
    name: "answer",
    summary: "Answer an open question or approval, or list them.",
    words: ["ID", "[ASK]", "[REASON...]"],
    options: {
      yes: { type: "flag", short: "y", summary: "Allow it, once." },
      session: { type: "flag", summary: "Allow it for this session." },
      always: { type: "flag", summary: "Allow it always: writes a rule." },
      no: { type: "flag", short: "n", summary: "Deny it; the model sees the reason." },
      reason: { type: "text", value: "TEXT", summary: "Why not." },
      choice: { type: "text", value: "N", summary: "Choose one of the options of a question." },
      text: { type: "text", value: "TEXT", summary: "Answer a question in your own words." },
      resume: { type: "flag", summary: "Then resume the turn here." },
      "base-url": { type: "text", value: "URL", summary: "As for resume." },
    },
    examples: [
      ["holdfast answer last", "what it asks"],
      ["holdfast answer last --yes --resume", ""],
      ['holdfast answer last --no "use npm test"', ""],
    ],
    notes: [idNote, "ASK is its number in the list or part of its id; not needed if there is only one."],
    ends: "itself",
    load: () => import("../command/answer.ts"),
  },
  {
    name: "cancel",
    summary: "Stop the open turn of a session, wherever it runs.",
    words: ["ID"],
    options: { reason: { type: "text", value: "TEXT", summary: "The reason, kept in the log." } },
    examples: [["holdfast cancel last", ""]],
    notes: [idNote],
    load: () => import("../command/cancel.ts"),
  },
  {
    name: "compact",
    summary: "Summarize older messages to free up context.",
    words: ["[ID]"],
    options: {
      focus: { type: "text", value: "TEXT", summary: "What the summary should keep above all." },
      keep: { type: "number", min: 1, value: "N", summary: "Keep the newest N messages as they are (default: 4)." },
    },
    examples: [
      ["holdfast compact", "the last session here"],
      ['holdfast compact last --focus "the login bug"', ""],
    ],
    notes: [idNote, "The transcript keeps every message. `holdfast run -c /compact` does the same."],
    load: () => import("../command/compact.ts"),
  },
  {
    name: "explore",
    summary: "Ask about this project; changes nothing.",
    words: ["[QUESTION...]"],
    options: {
      fresh: { type: "flag", summary: "Start fresh, without earlier answers." },
      status: { type: "flag", summary: "Show the last exploration without asking." },
      reset: { type: "flag", summary: "Archive the exploration; the next question starts fresh." },
      ...modelOptions,
    },
    examples: [['holdfast explore "where are sessions stored?"', ""]],
    notes: [streamNote],
    ends: "itself",
    load: () => import("../command/explore.ts"),
  },
  {
    name: "models",
    summary: "List the models that can be used here.",
    words: [],
    options: {
      all: { type: "flag", summary: "All of each provider." },
      "base-url": { type: "text", value: "URL", summary: "Look at this server too." },
    },
    examples: [["holdfast models", ""]],
    load: () => import("../command/models.ts"),
  },
  {
    name: "demo",
    summary: "Watch a scripted agent work, get killed, resume and finish; needs no model.",
    words: [],
    options: {
      directory: { type: "text", value: "PATH", summary: "Create the sample project here, in a new directory." },
    },
    examples: [["holdfast demo", ""]],
    notes: ["The text is scripted; the tools, files, commands and kills are real."],
    load: () => import("../command/demo.ts"),
  },
]
