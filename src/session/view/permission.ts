import type { Grant, Permission, SessionState } from "../state.ts"

/**
 * What the log allows on this machine. Law: privileges do not travel. What was given up to `foreignThrough`, in a part
 * of the log that came from elsewhere, is void. Its workspace was chosen there too: until a person chooses a mode here it
 * is only read.
 */
export function permissionsHere(
  { log }: SessionState,
  foreignThrough: number,
): { permission: Permission; grants: readonly Grant[] } {
  const grants = log.grants.filter((grant) => grant.seq > foreignThrough)
  const isOwn = foreignThrough === 0 || log.permission.modeAt > foreignThrough
  return { permission: isOwn ? log.permission : { ...log.permission, mode: "read-only" }, grants }
}
