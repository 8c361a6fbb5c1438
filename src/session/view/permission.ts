import { lowerMode } from "../fold/session.ts"
import { emptyState, type Grant, type Permission, type SessionState } from "../state.ts"

/**
 * What the log allows on this machine. Law: privileges do not travel. What was given up to `foreignThrough`, in a part
 * of the log that came from elsewhere, is void: the lower mode applies.
 */
export function permissionsHere(
  { log }: SessionState,
  foreignThrough: number,
): { permission: Permission; grants: readonly Grant[] } {
  const grants = log.grants.filter((grant) => grant.seq > foreignThrough)
  if (log.permission.modeAt > foreignThrough || log.permission.modeAt === 0)
    return { permission: log.permission, grants }
  const mode = lowerMode(log.permission.mode, emptyState("").log.permission.mode)
  return { permission: { ...log.permission, mode }, grants }
}
