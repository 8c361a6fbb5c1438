/**
 * Milliseconds since this machine was started: a clock that no one can set, and that all processes of one boot share.
 * Limits are measured by it. It does not count the time for which the machine is suspended (on Linux).
 */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
