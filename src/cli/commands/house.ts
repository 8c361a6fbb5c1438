import { type Command, permissionModes } from "./form.ts"

/** Commands for what holds in every session: permissions, storage, help. */
export const houseCommands: readonly Command[] = [
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
        choices: permissionModes,
        summary: "Check in this mode.",
      },
    },
    examples: [
      ["holdfast permissions show", ""],
      ["holdfast permissions check bash 'npm test && rm -r dist'", "nothing is run"],
      ["holdfast permissions check write src/a.ts --permission-mode read-only", ""],
    ],
    notes: ["INPUT is the main argument of the tool: the command, the path, the pattern."],
    load: () => import("../command/permissions.ts"),
  },
  {
    name: "trust",
    summary: "Let the permission rules of a project count.",
    words: ["[PATH]"],
    options: {
      yes: { type: "flag", short: "y", summary: "Trust them without asking." },
      withdraw: { type: "flag", summary: "Trust them no more, as they are and as they ever were." },
    },
    examples: [
      ["holdfast trust", "shows the rules of this project, and asks"],
      ["holdfast trust --withdraw", "its rules can only deny or ask again"],
    ],
    notes: [
      "Without it only those of .holdfast/permissions.json count that deny or ask. A changed file is trusted anew.",
      "A turn that is driven right now goes on with what was trusted when its driver began.",
    ],
    load: () => import("../command/trust.ts"),
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
    notes: ["It looks at the memory of this project, too.", "A problem ends with exit code 1."],
    load: () => import("../command/doctor.ts"),
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
    load: () => import("../command/backup.ts"),
  },
  {
    name: "help",
    summary: "Show help, of one command if you name it.",
    words: ["[COMMAND]"],
    options: {},
    examples: [["holdfast help export", ""]],
    load: () => import("../command/help.ts"),
  },
]
