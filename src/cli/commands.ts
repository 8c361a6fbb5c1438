import type { Arguments } from "./arguments.ts"
import type { Terminal } from "./terminal.ts"

/** Does the work of one command and gives its exit code. */
export type Run = (args: Arguments, terminal: Terminal) => Promise<number>

type Option = { summary: string; short?: string } & (
  | { type: "flag" }
  | { type: "text"; value: string; multiple?: true }
  | { type: "number"; value: string; least: number }
  | { type: "choice"; value: string; choices: readonly string[] }
)

/** What there is to know about a command before it is loaded: help, parsing and errors are made from it. */
export type Command = {
  name: string
  summary: string
  /** The words that it takes, as help shows them: `ID` is needed, `[FILE]` is not, `TITLE...` may be many. */
  words: readonly string[]
  options: Readonly<Record<string, Option>>
  examples: ReadonlyArray<readonly [line: string, meaning: string]>
  /** Said below the options. */
  notes?: readonly string[]
  /** It ends in order by itself when it is interrupted, with an exit code of its own; what then still hangs is left. */
  ends?: "itself"
  load(): Promise<{ run: Run }>
}

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, Option>> = {
  json: { type: "flag", summary: "Print JSON for programs; errors too." },
  help: { type: "flag", short: "h", summary: "Show this help." },
}

const limit = (usual: string): Option => ({ type: "number", value: "N", least: 1, summary: `At most N (${usual}).` })
const cursor: Option = { type: "text", value: "CURSOR", summary: "Go on where the page before ended." }
const idNote = "ID is the short id of a list, any other beginning or end of an id (4 characters or more), or `last`."

const modelOptions: Command["options"] = {
  model: { type: "text", value: "MODEL", summary: "provider/model, demo, or scripted:FILE." },
  "base-url": { type: "text", value: "URL", summary: "The address of a server that speaks the OpenAI dialect." },
}

const turnOptions: Command["options"] = {
  ...modelOptions,
  "max-steps": { type: "number", value: "N", least: 1, summary: "Stop after N steps (default 100)." },
  "max-tokens": { type: "number", value: "N", least: 1, summary: "Stop after N tokens, in and out." },
  "max-cost": { type: "text", value: "DOLLARS", summary: "Stop at this cost, where prices are known." },
  "max-time": { type: "text", value: "TIME", summary: "Stop after a time such as 90s, 10m or 1h." },
  "no-ask": { type: "flag", summary: "Nobody can be asked: what needs an answer is denied." },
}

const streamNote = "With --json each event is a line, and the last line is the result: see docs/json-stream.md."
const turnCodes =
  "Exit codes: 0 done, 1 failed, 3 waits for your answer, 4 a limit was reached, 5 done but not verified, 130 cancelled."

const turn: Option = { type: "text", value: "TURN", summary: "This turn, by its id or a part of it." }
const head: Option = { type: "number", value: "SEQ", least: 1, summary: "Only if this is still the newest event." }

export const commands: readonly Command[] = [
  {
    name: "run",
    summary: 'Do a task: `holdfast run "task"`, or `holdfast -p "task"`.',
    words: ["[TASK...]"],
    options: {
      session: { type: "text", value: "ID", summary: "In this session, not in a new one." },
      continue: { type: "flag", short: "c", summary: "In the last session of this project." },
      "permission-mode": {
        type: "choice",
        value: "MODE",
        choices: ["read-only", "workspace-write", "danger-full-access", "prompt", "allow"],
        summary:
          "What it may do without asking: read-only, workspace-write (default), danger-full-access, prompt, allow.",
      },
      ...turnOptions,
    },
    examples: [
      ['holdfast run "mend the failing test"', ""],
      ["git diff | holdfast run review this: -", "- reads standard input"],
      ['holdfast run -c "and now the docs"', "goes on in the last session"],
    ],
    notes: [
      "Ctrl-C cancels and keeps what is there; a second one leaves at once. `holdfast resume` goes on after either.",
      "The answer is on standard output and all else on standard error, unless that is a terminal.",
      streamNote,
      turnCodes,
    ],
    ends: "itself",
    load: () => import("./command/run.ts"),
  },
  {
    name: "resume",
    summary: "Finish a turn that was interrupted, waits, or stopped.",
    words: ["[ID]"],
    options: turnOptions,
    examples: [["holdfast resume", "what was cut off last in this project"]],
    notes: [idNote, streamNote, turnCodes],
    ends: "itself",
    load: () => import("./command/resume.ts"),
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
    load: () => import("./command/answer.ts"),
  },
  {
    name: "cancel",
    summary: "Stop the open turn of a session, wherever it runs.",
    words: ["ID"],
    options: { reason: { type: "text", value: "TEXT", summary: "Why; it is kept in the log." } },
    examples: [["holdfast cancel last", ""]],
    notes: [idNote],
    load: () => import("./command/cancel.ts"),
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
    load: () => import("./command/explore.ts"),
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
    load: () => import("./command/models.ts"),
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
    load: () => import("./command/demo.ts"),
  },
  {
    name: "sessions",
    summary: "List sessions, most recently active first.",
    words: [],
    options: {
      project: { type: "text", value: "PATH", summary: "Only those of the project that holds PATH." },
      all: { type: "flag", summary: "All of them, not just the first page." },
      archived: { type: "flag", summary: "Those that were archived." },
      trash: { type: "flag", summary: "Those in the trash." },
      pinned: { type: "flag", summary: "Only pinned ones." },
      tag: { type: "text", value: "TAG", summary: "Only those with this tag." },
      owner: { type: "text", value: "OWNER", summary: "Only those that this owner drove last." },
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
      ["holdfast sessions --status waiting", "those that wait for you"],
    ],
    load: () => import("./command/sessions.ts"),
  },
  {
    name: "show",
    summary: "Show where a session stands, and its last messages.",
    words: ["ID"],
    options: { limit: limit("default 10") },
    examples: [["holdfast show last", "the newest session of this project"]],
    notes: [idNote],
    load: () => import("./command/show.ts"),
  },
  {
    name: "why",
    summary: "Tell why a turn stopped, on what evidence, and how to go on.",
    words: ["[ID]"],
    options: { turn },
    examples: [["holdfast why", "the last turn here"]],
    notes: [idNote],
    load: () => import("./command/why.ts"),
  },
  {
    name: "undo",
    summary: "Put files back as they were before a turn.",
    words: ["[ID]"],
    options: {
      turn,
      redo: { type: "flag", summary: "Take the newest undo back." },
      force: { type: "flag", summary: "Restore files too that were changed since." },
      head,
    },
    examples: [
      ["holdfast undo", "the newest turn here that changed files and is not undone yet"],
      ["holdfast undo last --redo", ""],
    ],
    notes: [
      idNote,
      "Files that were changed since are left alone, with a diff; then the exit code is 1.",
      "What commands changed comes back in git workspaces, files that git ignores aside.",
    ],
    load: () => import("./command/undo.ts"),
  },
  {
    name: "rewind",
    summary: "Go on from an earlier event; nothing is removed.",
    words: ["ID"],
    options: {
      to: { type: "number", value: "SEQ", least: 1, summary: "The event to go on from." },
      turns: { type: "number", value: "N", least: 1, summary: "Go back N turns." },
      regenerate: { type: "flag", summary: "Go back before the last input, and ask it again." },
      files: { type: "flag", summary: "Undo what was done to files since, too." },
      force: { type: "flag", summary: "With --files: restore files too that were changed since." },
      head,
    },
    examples: [
      ["holdfast rewind last --turns 1 --files", "as if the last turn had not been"],
      ["holdfast rewind last --regenerate", "then: holdfast resume"],
    ],
    notes: [idNote],
    load: () => import("./command/rewind.ts"),
  },
  {
    name: "log",
    summary: "Print the events of a session, one a line.",
    words: ["ID"],
    options: {
      after: { type: "number", value: "SEQ", least: 0, summary: "Only events after this one." },
      before: { type: "number", value: "SEQ", least: 1, summary: "Only events before this one." },
      limit: limit("default all; with --follow, the newest N first"),
      reverse: { type: "flag", short: "r", summary: "Newest first." },
      type: { type: "text", value: "TYPE", multiple: true, summary: "Only this type or family; can be repeated." },
      follow: { type: "flag", short: "f", summary: "Go on with new events until Ctrl-C." },
    },
    examples: [
      ["holdfast log last --follow --limit 20", "watch it work"],
      ["holdfast log 3f9a12bc --type tool --json", "every tool event, one JSON line each"],
    ],
    notes: [
      idNote,
      'With --json a damaged stretch is a line {"damage":{…}} in its place.',
      "Damage, once the rest is printed, ends with exit code 1.",
    ],
    load: () => import("./command/log.ts"),
  },
  {
    name: "search",
    summary: "Find text in all sessions.",
    words: ["TEXT..."],
    options: {
      project: { type: "text", value: "PATH", summary: "Only in the project that holds PATH." },
      session: { type: "text", value: "ID", summary: "Only in this session." },
      limit: limit("default 20"),
      cursor,
    },
    examples: [
      ["holdfast search flaky login", "both words, in any order"],
      [`holdfast search '"not found" pars*'`, "a phrase, and words that begin with pars"],
    ],
    load: () => import("./command/search.ts"),
  },
  {
    name: "export",
    summary: "Write a session to a file, whole or for reading.",
    words: ["ID"],
    options: {
      format: {
        type: "choice",
        value: "FORMAT",
        choices: ["jsonl", "json", "markdown"],
        summary: "jsonl (default), json or markdown.",
      },
      output: { type: "text", short: "o", value: "FILE", summary: "Write to FILE, not to the terminal." },
      force: { type: "flag", summary: "Replace FILE if it is there." },
      redact: { type: "flag", summary: "Mask known secrets; markdown always does." },
    },
    examples: [
      ["holdfast export last -o session.jsonl", "everything, to import elsewhere"],
      ["holdfast export last --format markdown", "a transcript for people"],
    ],
    notes: [
      idNote,
      "A redacted jsonl or json file is another log than the session: it can be imported as a copy only.",
      "Masking knows common forms of keys, tokens and passwords. Look the file over before you share it.",
    ],
    load: () => import("./command/export.ts"),
  },
  {
    name: "import",
    summary: "Take in a session that was exported as jsonl or json.",
    words: ["FILE"],
    options: { "as-copy": { type: "flag", summary: "Under a new id, whatever is here already." } },
    examples: [
      ["holdfast import session.jsonl", "the same session; a second time changes nothing"],
      ["holdfast export last | ssh host holdfast import -", "- reads standard input"],
    ],
    notes: ["Permissions that were given in an imported session do not hold here."],
    load: () => import("./command/import.ts"),
  },
  {
    name: "fork",
    summary: "Begin a new session from an event of another.",
    words: ["ID"],
    options: { at: { type: "number", value: "SEQ", least: 1, summary: "The last event to take over (default: all)." } },
    examples: [["holdfast fork last --at 42", "go on from event 42"]],
    notes: [idNote],
    load: () => import("./command/fork.ts"),
  },
  {
    name: "rename",
    summary: "Give a session a title.",
    words: ["ID", "TITLE..."],
    options: {},
    examples: [["holdfast rename last Fix the login test", ""]],
    notes: [idNote],
    load: () => import("./command/rename.ts"),
  },
  {
    name: "archive",
    summary: "Put a session away; it stays searchable.",
    words: ["ID"],
    options: { undo: { type: "flag", summary: "Take it back out." } },
    examples: [["holdfast archive 3f9a12bc", ""]],
    notes: [idNote],
    load: () => import("./command/archive.ts"),
  },
  {
    name: "delete",
    summary: "Move a session to the trash, or erase it for good.",
    words: ["ID"],
    options: {
      undo: { type: "flag", summary: "Take it back out of the trash." },
      erase: { type: "flag", summary: "Remove its bytes for good. This cannot be undone." },
      yes: { type: "flag", short: "y", summary: "Erase without asking." },
      forks: {
        type: "choice",
        value: "WHAT",
        choices: ["refuse", "copy"],
        summary: "If it has forks: refuse to erase it (default), or copy what they share into them first.",
      },
      force: { type: "flag", summary: "Erase it although commands of it still run: they are ended." },
      "with-copies": {
        type: "flag",
        summary: "Remove damaged copies too that may hold it, and with them what only they still hold.",
      },
    },
    examples: [
      ["holdfast delete 3f9a12bc", "to the trash"],
      ["holdfast delete 3f9a12bc --erase", "for good; asks first"],
    ],
    notes: [idNote],
    load: () => import("./command/delete.ts"),
  },
  {
    name: "permissions",
    summary: "Show what may run without asking, or check a call.",
    words: ["show|check", "[TOOL]", "[INPUT]"],
    options: {
      args: { type: "text", value: "JSON", summary: "The arguments of the call, as an object." },
      session: { type: "text", value: "ID", summary: "With the mode and the approvals of this session." },
      "permission-mode": {
        type: "choice",
        value: "MODE",
        choices: ["read-only", "workspace-write", "danger-full-access", "prompt", "allow"],
        summary: "Check in this mode.",
      },
    },
    examples: [
      ["holdfast permissions show", ""],
      ["holdfast permissions check bash 'npm test && rm -r dist'", "nothing is run"],
      ["holdfast permissions check write src/a.ts --permission-mode read-only", ""],
    ],
    notes: ["INPUT is the main argument of the tool: the command, the path, the pattern."],
    load: () => import("./command/permissions.ts"),
  },
  {
    name: "trust",
    summary: "Let the permission rules of a project count.",
    words: ["[PATH]"],
    options: { yes: { type: "flag", short: "y", summary: "Trust them without asking." } },
    examples: [["holdfast trust", "shows the rules of this project, and asks"]],
    notes: [
      "Without it only those of .holdfast/permissions.json count that deny or ask. A changed file is trusted anew.",
    ],
    load: () => import("./command/trust.ts"),
  },
  {
    name: "doctor",
    summary: "Check the storage, and mend it.",
    words: [],
    options: {
      verify: { type: "flag", summary: "Check every stored byte." },
      repair: { type: "flag", summary: "Recover all that can be read; the damaged file is kept." },
    },
    examples: [["holdfast doctor --verify", ""]],
    notes: ["A problem ends with exit code 1."],
    load: () => import("./command/doctor.ts"),
  },
  {
    name: "backup",
    summary: "Copy the whole store to one file, while it is in use.",
    words: ["[FILE]"],
    options: {
      restore: { type: "text", value: "FILE", summary: "Put a backup in the place of the store, which is kept." },
      yes: { type: "flag", short: "y", summary: "Restore without asking." },
    },
    examples: [
      ["holdfast backup", "into the data directory's backups"],
      ["holdfast backup --restore holdfast.db", ""],
    ],
    load: () => import("./command/backup.ts"),
  },
  {
    name: "help",
    summary: "Show help, of one command if you name it.",
    words: ["[COMMAND]"],
    options: {},
    examples: [["holdfast help export", ""]],
    load: () => import("./command/help.ts"),
  },
]

export function commandNamed(name: string): Command | undefined {
  return commands.find((command) => command.name === name)
}
