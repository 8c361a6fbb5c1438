import { type Command, permissionModes } from "./command-form.ts"

/** Commands beyond single sessions: permissions, storage, help. */
export const systemCommands: readonly Command[] = [
  {
    name: "serve",
    summary: "Serve the web app and the API, and run sessions.",
    words: [],
    options: {
      port: {
        type: "number",
        value: "N",
        min: 0,
        max: 65_535,
        summary: "Listen on this port (default 4747); 0: any free one.",
      },
      host: { type: "text", value: "ADDRESS", summary: "Listen here (default 127.0.0.1); others need a password." },
      "allow-host": { type: "text", value: "NAME", multiple: true, summary: "Host name of a reverse proxy." },
      root: {
        type: "text",
        value: "DIR",
        multiple: true,
        summary: "Allow only workspaces below DIR; can be repeated.",
      },
      resume: {
        type: "choice",
        value: "HOW",
        choices: ["auto", "ask", "off"],
        summary:
          "Interrupted turns: auto resumes them, ask waits for you, off leaves them. Default: the server's setting.",
      },
      open: { type: "flag", summary: "Open the browser." },
      "set-password": { type: "flag", summary: "Set the password for other machines, then exit." },
      "log-level": {
        type: "choice",
        value: "LEVEL",
        choices: ["debug", "info", "warn", "error"],
        summary: "Log level, to standard error (default: warn on a terminal, else info).",
      },
    },
    examples: [
      ["holdfast serve", "prints one link"],
      ["holdfast serve --port 0 --json", "one line with url, link and token file"],
    ],
    notes: [
      "Ctrl-C shuts down cleanly, a second one exits at once; sessions resume at the next start. One server per data directory.",
    ],
    ends: "itself",
    load: () => import("../command/serve.ts"),
  },
  {
    name: "permissions",
    summary: "Show what may run without asking, revoke a rule, or check a call.",
    words: ["[show|check|revoke]", "[TOOL|NUMBER]", "[INPUT]"],
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
      ["holdfast permissions", ""],
      ["holdfast permissions revoke 2", "your second allow rule, as it is listed"],
      ["holdfast permissions check bash 'npm test && rm -r dist'", "nothing is run"],
      ["holdfast permissions check write src/a.ts --permission-mode read-only", ""],
    ],
    notes: ["INPUT is the main argument of the tool: the command, the path, the pattern."],
    load: () => import("../command/permissions.ts"),
  },
  {
    name: "trust",
    summary: "Trust the permission rules of a project.",
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
      "Without trust, only the deny and ask rules of .holdfast/permissions.json apply. A changed file must be trusted again.",
      "A running turn keeps the rules that were trusted when its process started.",
    ],
    load: () => import("../command/trust.ts"),
  },
  {
    name: "init",
    summary: "Set up Holdfast here: find a model, check its key, write the settings.",
    words: [],
    options: {
      yes: { type: "flag", short: "y", summary: "Accept the detected model, without asking." },
      model: { type: "text", value: "MODEL", summary: "The default model, as provider/model." },
      "agents-md": { type: "flag", summary: "Create AGENTS.md for this project, if it has none." },
    },
    examples: [
      ["holdfast init", "asks for a provider and its key if nothing is found"],
      ["holdfast init --yes --agents-md", "in a script"],
    ],
    notes: ["Settings and files that are there already are kept."],
    load: () => import("../command/init.ts"),
  },
  {
    name: "login",
    summary: "Store the API key of a provider, after checking it there.",
    words: ["PROVIDER"],
    options: {
      "base-url": {
        type: "text",
        value: "URL",
        summary: "Address of the server, if it has one of its own; stored too.",
      },
      unchecked: { type: "flag", summary: "Store the key without asking the provider." },
    },
    examples: [
      ["holdfast login anthropic", "asks for the key without showing it"],
      ["holdfast login openai < key.txt", "the first line of standard input"],
    ],
    notes: [
      "The key goes into the settings, readable only by you. A key in the environment wins.",
      "`holdfast config unset keys.anthropic` removes it.",
    ],
    load: () => import("../command/login.ts"),
  },
  {
    name: "config",
    summary: "Show and change your settings.",
    words: ["get|set|unset|path|schema", "[NAME]", "[VALUE]"],
    options: {},
    examples: [
      ["holdfast config get", "all of them; keys are hidden"],
      ["holdfast config set model ollama/qwen3-coder", "the default model"],
      ["holdfast config set compaction.atTokens 60000", ""],
      ["holdfast config unset model", ""],
      ["holdfast config schema", "a JSON Schema for your editor"],
    ],
    notes: ["VALUE is a text, or JSON. Keys are set with `holdfast login`."],
    load: () => import("../command/config.ts"),
  },
  {
    name: "doctor",
    summary: "Check settings, rules, model, keys, programs and storage; repair the storage.",
    words: [],
    options: {
      verify: { type: "flag", summary: "Check every stored byte." },
      repair: { type: "flag", summary: "Recover everything readable; the damaged file is kept." },
    },
    examples: [["holdfast doctor --verify", ""]],
    notes: [
      "Checks the memory of this project, too, and asks the providers whose keys are set whether they accept them.",
      "Exits with 1 if there is a problem.",
    ],
    load: () => import("../command/doctor.ts"),
  },
  {
    name: "backup",
    summary: "Copy the whole store to one file, while it is in use.",
    words: ["[FILE]"],
    options: {
      restore: { type: "text", value: "FILE", summary: "Replace the store with a backup; the old store is kept." },
      yes: { type: "flag", short: "y", summary: "Restore without asking." },
    },
    examples: [
      ["holdfast backup", "into the data directory's backups"],
      ["holdfast backup --restore holdfast.db", ""],
    ],
    load: () => import("../command/backup.ts"),
  },
  {
    name: "completion",
    summary: "Print a completion script for your shell.",
    words: ["bash|zsh|fish"],
    options: {},
    examples: [
      ["source <(holdfast completion bash)", "in ~/.bashrc"],
      ["source <(holdfast completion zsh)", "in ~/.zshrc, after compinit"],
      ["holdfast completion fish | source", "in ~/.config/fish/config.fish"],
    ],
    load: () => import("../command/completion.ts"),
  },
  {
    name: "help",
    summary: "Show help, for one command if you name it.",
    words: ["[COMMAND]"],
    options: {},
    examples: [["holdfast help export", ""]],
    load: () => import("../command/help.ts"),
  },
]
