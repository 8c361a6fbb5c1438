/**
 * Milliseconds since boot: monotonic, and shared by all processes of one boot. On Linux it pauses while the machine
 * is suspended.
 */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
