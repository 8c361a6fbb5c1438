/** An invalid command line: exit code 2, nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError"
  readonly code = "usage"
  readonly command: string | undefined

  constructor(message: string, command?: string) {
    super(message)
    this.command = command
  }
}
