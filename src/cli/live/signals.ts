/** Handlers for signals that end the process. */
export type Wishes = {
  /** The first Ctrl-C, or SIGTERM. */
  cancel(): void
  /** The second Ctrl-C: exit at once. */
  leave(): void
  /** The terminal was closed. */
  hangUp(): void
}

/** Installs signal handlers; call the result to remove them. */
export function listenToSignals({ cancel, leave, hangUp }: Wishes): () => void {
  let asked = 0
  const wish = () => (asked++ === 0 ? cancel() : leave())
  const listeners = { SIGINT: wish, SIGTERM: wish, SIGHUP: hangUp } as const
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener)
  }
}
