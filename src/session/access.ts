/** Where something is that a tool would touch. */
export type Place = {
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
  | { kind: "read" | "write"; places: readonly Place[] }
  | { kind: "command"; command: string; cwd: Place }
