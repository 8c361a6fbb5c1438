/** The system's code of an error, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined
}

/** What a look at the disk finds, or undefined for one of the expected errors of the system. */
export function unlessSync<Value>(codes: readonly string[], look: () => Value): Value | undefined {
  try {
    return look()
  } catch (error) {
    if (codes.includes(systemCode(error) ?? "")) return undefined
    throw error
  }
}

/** Gives undefined instead of one of the expected errors of the system. */
export async function unless<Value>(codes: readonly string[], work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if (codes.includes(systemCode(error) ?? "")) return undefined
    throw error
  }
}
