/** Settles after a time, or at once when it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", settle)
      resolve()
    }
    const timer = setTimeout(settle, ms)
    signal.addEventListener("abort", settle, { once: true })
  })
}
