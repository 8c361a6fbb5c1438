import { systemCode } from "../../base/system-error.ts"
import { type ErrorCode, HoldfastError } from "../../session/error.ts"

/** What the system refuses, in words for a person. */
const refusals: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ["not-found", "is not there."],
  ENOTDIR: ["invalid", "goes through a file as if it were a directory, or is none."],
  EISDIR: ["invalid", "is a directory."],
  EACCES: ["invalid", "cannot be reached: the user that Holdfast runs as may not."],
  EPERM: ["invalid", "cannot be changed: the system does not permit it."],
  ENAMETOOLONG: ["invalid", "is too long a name for the file system."],
  ELOOP: ["invalid", "is a symbolic link, or goes round in them."],
  EROFS: ["invalid", "is on a file system that cannot be written."],
  ENOSPC: ["storage-full", "cannot be written: the disk is full."],
  EDQUOT: ["storage-full", "cannot be written: the disk quota is used up."],
}

/** Does something with a file that a person named. What the system refuses becomes an error in words. */
export async function orRefused<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = refusals[systemCode(error) ?? ""]
    if (!refusal) throw error
    const [code, words] = refusal
    throw new HoldfastError(code, `${JSON.stringify(path)} ${words}`, { cause: error })
  }
}
