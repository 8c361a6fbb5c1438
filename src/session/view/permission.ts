import { emptyState } from "../empty-state.ts"
import type { Grant, Permission, SessionState } from "../state.ts"

/**
 * What the log allows on this machine. Law: privileges do not travel. What was given up to `foreignThrough`, in a part
 * of the log that is foreign, is void. Its workspace was chosen there too: until a person chooses a mode here it
 * is only read. The rules that were recorded there are not those of this machine, either.
 */
export function permissionsHere(
  { log }: SessionState,
  foreignThrough: number,
): { permission: Permission; grants: readonly Grant[] } {
  const grants = log.grants.filter((grant) => grant.seq > foreignThrough)
  const isOwn = (at: number) => foreignThrough === 0 || at > foreignThrough
  const { permission } = log
  const { prompting, ruleCounts, rulesSource, rulesAt } = unrecorded
  return {
    permission: {
      ...permission,
      ...(isOwn(permission.modeAt) ? {} : { mode: "read-only" }),
      ...(isOwn(permission.rulesAt) ? {} : { prompting, ruleCounts, rulesSource, rulesAt }),
    },
    grants,
  }
}

const unrecorded = emptyState("").log.permission
