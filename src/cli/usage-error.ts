/** The command line itself is wrong: exit code 2, and nothing was done. */
export class UsageError extends Error {
  override readonly name = "UsageError"
  readonly code = "usage"
  /** The command whose help the person is pointed to. */
  readonly command: string | undefined

  constructor(message: string, command?: string) {
    super(message)
    this.command = command
  }
}
