/** What to do when a person or the system wants the process to end. */
export type Wishes = {
  /** The first Ctrl-C, or SIGTERM. */
  cancel(): void
  /** The second one: at once. */
  leave(): void
  /** Nobody looks any more: the terminal was closed. */
  hangUp(): void
}

/** Listens to the signals of the process until the returned function is called. */
export function listenToSignals({ cancel, leave, hangUp }: Wishes): () => void {
  let asked = 0
  const wish = () => (asked++ === 0 ? cancel() : leave())
  const listeners = { SIGINT: wish, SIGTERM: wish, SIGHUP: hangUp } as const
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener)
  }
}
