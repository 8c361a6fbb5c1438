import { unlessSync } from "../../base/system-error.ts"

/** Gives undefined for what is not there, went away meanwhile, or cannot be looked at by this user. */
export const orAbsent = <Value>(look: () => Value): Value | undefined => unlessSync(absent, look)

const absent = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EINVAL", "EISDIR", "EIO", "ESTALE"]
