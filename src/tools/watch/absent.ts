import { systemCode } from "../failure.ts"

/** Gives undefined for what is not there, went away meanwhile, or cannot be looked at by this user. */
export function orAbsent<Value>(look: () => Value): Value | undefined {
  try {
    return look()
  } catch (error) {
    if (absent.includes(systemCode(error) ?? "")) return undefined
    throw error
  }
}

const absent = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENAMETOOLONG", "EINVAL", "EISDIR", "EIO", "ESTALE"]
