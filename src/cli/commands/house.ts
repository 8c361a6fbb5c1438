import { type Command, permissionModes } from "./form.ts"

/** Commands for what holds in every session: permissions, storage, help. */
export const houseCommands: readonly Command[] = [
  {
    name: "serve",
    summary: "Serve sessions to browsers and programs, and drive them.",
    words: [],
    options: {
      port: {
        type: "number",
        value: "N",
        least: 0,
        most: 65_535,
        summary: "Listen on this port (default 4747); 0: any free one.",
      },
      host: { type: "text", value: "ADDRESS", summary: "Listen here (default 127.0.0.1); others need a password." },
      "allow-host": { type: "text", value: "NAME", multiple: true, summary: "A name that a reverse proxy goes by." },
      root: { type: "text", value: "DIR", multiple: true, summary: "Only workspaces below it; may be repeated." },
      resume: {
        type: "choice",
        value: "HOW",
        choices: ["auto", "ask", "off"],
        summary: "What was cut off: auto goes on, ask settles it and waits, off leaves it. Default: as set there.",
      },
      open: { type: "flag", summary: "Open the browser." },
      "set-password": { type: "flag", summary: "Set the password for other machines, and end." },
      "log-level": {
        type: "choice",
        value: "LEVEL",
        choices: ["debug", "info", "warn", "error"],
        summary: "What is logged, to standard error (default: warn on a terminal, else info).",
      },
    },
    examples: [
      ["holdfast serve", "prints one link"],
      ["holdfast serve --port 0 --json", "one line with url, link and token file"],
    ],
    notes: [
      "Ctrl-C stops it in order, a second one at once; sessions go on at the next start. One server for each data directory.",
    ],
    ends: "itself",
    load: () => import("../command/serve.ts"),
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
      withdraw: { type: "flag", summary: "Revoke trust." },
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
    summary: "Check settings, rules, model, programs and storage; repair the storage.",
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
