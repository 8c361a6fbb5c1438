import type { PermissionMode, WorkflowMode } from "../../src/session/event/common.ts"
import { texts } from "../texts.ts"
import { type BusyKind, busyKinds } from "./busy-kind.ts"

/** A choice with a description. */
export type Choice<T extends string> = { value: T; name: string; what: string; danger?: boolean }

export type ModeChoice = WorkflowMode | "auto"

const modes: readonly ModeChoice[] = ["auto", "clarify", "plan", "execute", "verify", "explore"]
const permissions: readonly PermissionMode[] = ["read-only", "prompt", "workspace-write", "danger-full-access", "allow"]

/** The permission modes that can lose data without asking. */
export const dangerous: ReadonlySet<PermissionMode> = new Set(["danger-full-access", "allow"])

export const modeChoices: readonly Choice<ModeChoice>[] = modes.map((value) => ({
  value,
  ...texts.composer.modes[value],
}))

export const permissionChoices: readonly Choice<PermissionMode>[] = permissions.map((value) => ({
  value,
  ...texts.composer.permissions[value],
  danger: dangerous.has(value),
}))

export const busyChoices: readonly Choice<BusyKind>[] = busyKinds.map((value) => ({
  value,
  name: texts.composer.sendAs[value],
  what: texts.composer.sendAsWhat[value],
}))
