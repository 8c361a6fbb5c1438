import { systemCode } from "../base/system-error.ts"
import { isHoldfastError } from "../session/error.ts"
import type { Failed } from "./contract.ts"

/** A failure as data, in words that tell the model what to do next. */
export const failed = (text: string): Failed => ({ status: "error", text })

/** Does the work of a tool. What the system or the workspace refused becomes words for the model; a bug is thrown on. */
export async function orFailed<Value>(work: () => Promise<Value>): Promise<Value | Failed> {
  try {
    return await work()
  } catch (error) {
    const text = inWords(error)
    if (text === undefined) throw error
    return failed(text)
  }
}

const advice: Readonly<Record<string, string>> = {
  ENOENT: "does not exist. Use glob to find the right path.",
  ENOTDIR: "goes through a file as if it were a directory. Use glob to find the right path.",
  EISDIR: "is a directory. Name a file in it.",
  EACCES: "cannot be reached: this user lacks the permission. Ask the person, or use another path.",
  EPERM: "cannot be changed: the system does not permit it. Ask the person, or use another path.",
  ENAMETOOLONG: "is too long a name for the file system. Choose a shorter one.",
  ELOOP: "is a symbolic link, or goes round in them. Use the path that it leads to.",
  EROFS: "is on a file system that cannot be written. Use another path.",
  ENOSPC: "cannot be written: the disk is full. Tell the person.",
  EDQUOT: "cannot be written: the disk quota is used up. Tell the person.",
}

function inWords(error: unknown): string | undefined {
  if (isHoldfastError(error)) return error.code === "invalid" ? error.message : undefined
  const words = advice[systemCode(error) ?? ""]
  if (words === undefined || !(error instanceof Error)) return undefined
  const path = "path" in error && typeof error.path === "string" ? error.path : "The path"
  return `${path} ${words}`
}
