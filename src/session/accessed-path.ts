/** Where something is that a tool would touch. */
export type AccessedPath = {
  /** Absolute, with symbolic links resolved as far as it exists. */
  path: string
  /** As people and rules see it: relative to the workspace, or absolute outside of it. */
  shown: string
  /** `protected`: policy, config, tokens or the store; `notes`: memory and notepad of the agent. */
  where: "workspace" | "outside" | "notes" | "protected"
}

/** What a tool call would touch: all that the permission decision needs to know of a tool. */
export type Access =
  | { kind: "none" }
  | { kind: "read" | "write"; places: readonly AccessedPath[] }
  | {
      kind: "command"
      command: string
      cwd: AccessedPath
      /** It asks for the network. */
      network?: true
      /** Why it asks to run without the sandbox. */
      unconfined?: string
    }

/** Whether commands run in a sandbox here: `missing` where a person wants one and the system has none. */
export type SandboxUse = {
  is: "on" | "off" | "missing"
  /** The network is on for every command. */
  network: boolean
  /** No signal leaves the sandbox. */
  holdsSignals: boolean
  /** What the sandbox is, or why there is none; for a person. */
  shown: string
}
