import type { Requirement } from "../../session/event/input.ts"
import { type Command, idNote, permissionModes } from "./form.ts"

const modelOptions: Command["options"] = {
  model: { type: "text", value: "MODEL", summary: "provider/model, demo, or scripted:FILE." },
  "base-url": { type: "text", value: "URL", summary: "The address of a server that speaks the OpenAI dialect." },
}

const turnOptions: Command["options"] = {
  "permission-mode": {
    type: "choice",
    value: "MODE",
    choices: permissionModes,
    summary: "What it may do without asking: read-only, workspace-write (default), danger-full-access, prompt, allow.",
  },
  ...modelOptions,
  "max-steps": { type: "number", value: "N", least: 1, summary: "Stop after N steps (default 100)." },
  "max-tokens": { type: "number", value: "N", least: 1, summary: "Stop after N tokens, in and out." },
  "max-cost": {
    type: "text",
    value: "DOLLARS",
    summary: "Stop at this cost; refused where the price of the model is not known.",
  },
  "max-time": { type: "text", value: "TIME", summary: "Stop after a time such as 90s, 10m or 1h." },
  yes: { type: "flag", short: "y", summary: "Approve the plan of --mode plan without asking." },
  "no-ask": {
    type: "flag",
    summary: "Nobody can be asked: what needs an answer is denied, and a plan is left to wait.",
  },
}

const streamNote = "With --json each event is a line, and the last line is the result."
const turnCodes =
  "Exit codes: 0 done, verified or not; 1 failed; 2 wrong usage; 3 waits for your answer; 4 a limit was reached; 5 checks fail, the facts contradict the answer, or what --require asks for was not shown; 130 stopped."

/** Commands that give it work, and what they need for it. */
export const workCommands: readonly Command[] = [
  {
    name: "run",
    summary: 'Do a task: `holdfast run "task"`, or `holdfast -p "task"`.',
    words: ["[TASK...]"],
    options: {
      session: { type: "text", value: "ID", summary: "In this session, not in a new one." },
      continue: { type: "flag", short: "c", summary: "In the last session of this project." },
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
    },
    examples: [
      ['holdfast run "fix the failing test"', ""],
      ['holdfast run --require verified "fix the failing test"', "in a script: 0 only when checks passed"],
      ['git diff | holdfast run "review this"', "what is piped in goes with it"],
      ['holdfast run -c "and now the docs"', "continues the last session"],
    ],
    notes: [
      "A pipe or a file on standard input is read with the task; a pipe on which nothing arrives in 3 s is left out. With - it is waited for.",
      "While it works, what you type and end with Enter goes to the model at its next step.",
      "Ctrl-C cancels and keeps what is there; a second one leaves at once. `holdfast resume` goes on after either.",
      "The answer is on standard output and all else on standard error, unless that is a terminal.",
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
      skip: { type: "flag", summary: "Leave the turn that stopped as it is, and go on with the inputs that wait." },
    },
    examples: [["holdfast resume", "what was cut off last in this project"]],
    notes: [idNote, streamNote, turnCodes],
    ends: "itself",
    load: () => import("../command/resume.ts"),
  },
  {
    name: "answer",
    summary: "Answer what a session asks, or list what it asks.",
    words: ["ID", "[ASK]", "[REASON...]"],
    options: {
      yes: { type: "flag", short: "y", summary: "Allow it, once." },
      session: { type: "flag", summary: "Allow it for this session." },
      always: { type: "flag", summary: "Allow it always: writes a rule." },
      no: { type: "flag", short: "n", summary: "Do not allow it; the model is told the reason." },
      reason: { type: "text", value: "TEXT", summary: "Why not." },
      choice: { type: "text", value: "N", summary: "Choose one of the options of a question." },
      text: { type: "text", value: "TEXT", summary: "Answer a question in your own words." },
      resume: { type: "flag", summary: "Then go on with the turn here." },
      "base-url": { type: "text", value: "URL", summary: "As for resume." },
    },
    examples: [
      ["holdfast answer last", "what it asks"],
      ["holdfast answer last --yes --resume", ""],
      ['holdfast answer last --no "use npm test"', ""],
    ],
    notes: [idNote, "ASK is the number of the list or a part of its id; not needed where there is one."],
    ends: "itself",
    load: () => import("../command/answer.ts"),
  },
  {
    name: "cancel",
    summary: "Stop the open turn of a session, wherever it runs.",
    words: ["ID"],
    options: { reason: { type: "text", value: "TEXT", summary: "Why; it is kept in the log." } },
    examples: [["holdfast cancel last", ""]],
    notes: [idNote],
    load: () => import("../command/cancel.ts"),
  },
  {
    name: "compact",
    summary: "Sum up the older part of a session for the model.",
    words: ["[ID]"],
    options: {
      focus: { type: "text", value: "TEXT", summary: "What the summary should keep above all." },
      keep: { type: "number", least: 1, value: "N", summary: "Keep the newest N messages as they are (default: 4)." },
    },
    examples: [
      ["holdfast compact", "the last session here"],
      ['holdfast compact last --focus "the login bug"', ""],
    ],
    notes: [idNote, "The transcript stays whole. `holdfast run -c /compact` does the same."],
    load: () => import("../command/compact.ts"),
  },
  {
    name: "explore",
    summary: "Ask something about this project; nothing is changed.",
    words: ["[QUESTION...]"],
    options: {
      fresh: { type: "flag", summary: "Without what was explored before." },
      status: { type: "flag", summary: "Show what was explored last, and ask nothing." },
      reset: { type: "flag", summary: "Put what was explored away; the next question begins anew." },
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
    summary: "Watch it work, be killed, resume and finish; no model needed.",
    words: [],
    options: {
      directory: { type: "text", value: "PATH", summary: "Make the sample project here, in a new directory." },
    },
    examples: [["holdfast demo", ""]],
    notes: ["The words are scripted; the tools, files, commands and the kills are real."],
    load: () => import("../command/demo.ts"),
  },
]
