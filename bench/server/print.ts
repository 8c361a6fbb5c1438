import type { Load, Measured } from "./load.ts"
import type { Spread } from "./spread.ts"

/** Prints what came of a load. */
export function printed(sessions: number, measured: Measured): void {
  const { latency, sent, received, outOfOrder, frames, asked, resident, bytesPerSession, busy } = measured
  console.log(`\n${sessions} ${sessions === 1 ? "session" : "sessions"}, 50 tokens a second each`)
  line("provider to browser", times(latency))
  line("tokens", `${received} received of ${sent} sent, ${outOfOrder} out of order, in ${frames} frames`)
  for (const [name, { count, failed, ...took }] of Object.entries(asked)) {
    line(`${name} (${count}${failed > 0 ? `, ${failed} FAILED` : ""})`, times(took))
  }
  line("memory", `${mebibytes(resident)} in all, ${aboveIdle(bytesPerSession)}`)
  for (const [name, { whole, threads }] of Object.entries(busy)) {
    const parts = threads.map(([thread, share]) => `${thread} ${percent(share)}`).join(", ")
    line(`processor, ${name}`, `${percent(whole)}${threads.length > 1 ? ` (${parts})` : ""}`)
  }
}

export function printSyncs({ sessions, seconds }: Load, perSecond: number): void {
  console.log(`\nsyncs a second with ${sessions} sessions: ${perSecond.toFixed(1)} (counted by strace, ${seconds} s)`)
}

const line = (name: string, text: string) => console.log(`  ${name.padEnd(24)} ${text}`)
const mebibytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(bytes < 2 ** 26 ? 2 : 0)} MiB`
// What the collector gave back meanwhile may be more than a few sessions take.
const aboveIdle = (bytes: number) => (bytes > 0 ? `${mebibytes(bytes)} a session above idle` : "no more than idle")
const percent = (share: number) => `${Math.round(share * 100)} %`
const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(1)} ms` : "none")
const times = ({ p50, p99, max }: Spread) => `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`
