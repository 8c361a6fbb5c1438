import { type Command, permissionModes } from "./command-form.ts"

/** The options of `holdfast` without a command, which opens an interactive session. */
export const sessionOptions: Command["options"] = {
  continue: { type: "flag", short: "c", summary: "Continue the last session of this project." },
  resume: {
    type: "flag",
    short: "r",
    summary: "Choose a session of this project, or the one with the ID that follows.",
  },
  model: { type: "text", value: "MODEL", summary: "provider/model, demo, or scripted:FILE." },
  "base-url": { type: "text", value: "URL", summary: "Address of an OpenAI-compatible server." },
  "permission-mode": {
    type: "choice",
    value: "MODE",
    choices: permissionModes,
    summary: "What it may do without asking.",
  },
  mode: {
    type: "choice",
    value: "MODE",
    choices: ["auto", "clarify", "plan", "execute"],
    summary: "Ask first, plan first, or start at once.",
  },
  version: { type: "flag", short: "V", summary: "Show the version." },
}
