/** Tells of background work that failed. The log is whole without it, so that nobody's work is stopped. */
export function warnOf(what: string): (error: unknown) => void {
  return (error) =>
    process.emitWarning(`Holdfast could not ${what}: ${error instanceof Error ? error.message : String(error)}`)
}
