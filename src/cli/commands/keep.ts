import { type Command, idNote } from "./form.ts"

/** Commands that keep sessions, or carry them elsewhere. */
export const keepCommands: readonly Command[] = [
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
    load: () => import("../command/export.ts"),
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
    load: () => import("../command/import.ts"),
  },
  {
    name: "fork",
    summary: "Begin a new session from an event of another.",
    words: ["ID"],
    options: { at: { type: "number", value: "SEQ", least: 1, summary: "The last event to take over (default: all)." } },
    examples: [["holdfast fork last --at 42", "go on from event 42"]],
    notes: [idNote],
    load: () => import("../command/fork.ts"),
  },
  {
    name: "rename",
    summary: "Give a session a title.",
    words: ["ID", "TITLE..."],
    options: {},
    examples: [["holdfast rename last Fix the login test", ""]],
    notes: [idNote],
    load: () => import("../command/rename.ts"),
  },
  {
    name: "archive",
    summary: "Put a session away; it stays searchable.",
    words: ["ID"],
    options: { undo: { type: "flag", summary: "Take it back out." } },
    examples: [["holdfast archive 3f9a12bc", ""]],
    notes: [idNote],
    load: () => import("../command/archive.ts"),
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
    load: () => import("../command/delete.ts"),
  },
]
