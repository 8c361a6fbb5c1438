import { type Command, idNote } from "./command-form.ts"

/** Commands to rename, archive, delete, back up, export and import sessions. */
export const keepCommands: readonly Command[] = [
  {
    name: "export",
    summary: "Export a session to a file.",
    words: ["ID"],
    options: {
      format: {
        type: "choice",
        value: "FORMAT",
        choices: ["jsonl", "json", "markdown"],
        summary: "jsonl (default), json or markdown.",
      },
      output: { type: "text", short: "o", value: "FILE", summary: "Write to FILE, not to the terminal." },
      force: { type: "flag", summary: "Overwrite FILE if it exists." },
      redact: { type: "flag", summary: "Mask known secrets; markdown always does." },
    },
    examples: [
      ["holdfast export last -o session.jsonl", "everything, to import on another machine"],
      ["holdfast export last --format markdown", "a transcript for people"],
    ],
    notes: [
      idNote,
      "A redacted jsonl or json file can only be imported as a copy.",
      "Masking covers common forms of keys, tokens and passwords. Review the file before you share it.",
    ],
    load: () => import("../command/export.ts"),
  },
  {
    name: "import",
    summary: "Import a session that was exported as jsonl or json.",
    words: ["FILE"],
    options: { "as-copy": { type: "flag", summary: "Import under a new id, even if the session exists." } },
    examples: [
      ["holdfast import session.jsonl", "the same session; a second time changes nothing"],
      ["holdfast export last | ssh host holdfast import -", "- reads standard input"],
    ],
    notes: ["Permissions granted in an imported session do not apply here."],
    load: () => import("../command/import.ts"),
  },
  {
    name: "fork",
    summary: "Start a new session from an event of another.",
    words: ["ID"],
    options: { at: { type: "number", value: "SEQ", min: 1, summary: "The last event to copy (default: all)." } },
    examples: [["holdfast fork last --at 42", "continue from event 42"]],
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
    summary: "Archive a session; it stays searchable.",
    words: ["ID"],
    options: { undo: { type: "flag", summary: "Unarchive it." } },
    examples: [["holdfast archive 3f9a12bc", ""]],
    notes: [idNote],
    load: () => import("../command/archive.ts"),
  },
  {
    name: "delete",
    summary: "Move a session to the trash, or erase it permanently.",
    words: ["ID"],
    options: {
      undo: { type: "flag", summary: "Restore it from the trash." },
      erase: { type: "flag", summary: "Remove its data permanently. This cannot be undone." },
      yes: { type: "flag", short: "y", summary: "Erase without asking." },
      forks: {
        type: "choice",
        value: "WHAT",
        choices: ["refuse", "copy"],
        summary: "If it has forks: refuse (default), or copy the shared events into them first.",
      },
      force: { type: "flag", summary: "Erase it even if its commands are still running; they are killed." },
      "with-copies": {
        type: "flag",
        summary: "Also remove damaged copies that may contain it, with everything else in them.",
      },
    },
    examples: [
      ["holdfast delete 3f9a12bc", "to the trash"],
      ["holdfast delete 3f9a12bc --erase", "permanently; asks first"],
    ],
    notes: [idNote],
    load: () => import("../command/delete.ts"),
  },
]
