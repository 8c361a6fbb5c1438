/** How many failures are let pass, and how long one waits after them: longer each time. */
const limiterRules = {
  failures: 5,
  overall: 60,
  windowMs: 60_000,
  longestMs: 3_600_000,
  addresses: 10_000,
  welcome: 100,
} as const

/** Counts failed logins by address and over all of them. An attempt counts as failed until it has succeeded. */
export type Limiter = {
  /** How long to wait, in ms; 0: go on, and the attempt is counted. */
  attempt(address: string): number
  /** It was right after all: the address is clear again, and failures from elsewhere do not count against it. */
  succeeded(address: string): void
}

type Record = { at: number[]; lockedUntil: number; locks: number }

export function createLimiter(now: () => number): Limiter {
  const records = new Map<string, Record>()
  const welcome = new Set<string>()
  const everybody: Record = { at: [], lockedUntil: 0, locks: 0 }

  const recordOf = (address: string) => {
    const record = records.get(address) ?? { at: [], lockedUntil: 0, locks: 0 }
    records.delete(address)
    records.set(address, record) // last in line to be forgotten
    for (const oldest of records.keys()) {
      if (records.size <= limiterRules.addresses) break
      records.delete(oldest)
    }
    return record
  }
  const lately = ({ at }: Record) => at.filter((time) => now() - time < limiterRules.windowMs)

  return {
    attempt(address) {
      const network = networkOf(address)
      const record = recordOf(network)
      if (now() < record.lockedUntil) return record.lockedUntil - now()
      record.at = lately(record)
      everybody.at = lately(everybody)
      if (record.at.length >= limiterRules.failures) {
        const wait = Math.min(limiterRules.windowMs * 2 ** record.locks, limiterRules.longestMs)
        record.locks = Math.min(record.locks + 1, 10)
        record.lockedUntil = now() + wait
        record.at = []
        return wait
      }
      const [first = now()] = everybody.at
      if (everybody.at.length >= limiterRules.overall && !welcome.has(network))
        return Math.max(1, first + limiterRules.windowMs - now())
      record.at.push(now())
      everybody.at.push(now())
      return 0
    },
    succeeded(address) {
      const network = networkOf(address)
      records.delete(network)
      welcome.delete(network)
      welcome.add(network) // last in line to be forgotten
      const [oldest] = welcome
      if (welcome.size > limiterRules.welcome && oldest !== undefined) welcome.delete(oldest)
      everybody.at.pop()
    },
  }
}

// Whoever has one address of IPv6 has all 2^64 of its network.
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
  if (!plain.includes(":")) return plain
  const [head = "", tail] = plain.split("::")
  const groups = head.split(":").filter(Boolean)
  const rest = (tail ?? "").split(":").filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0")
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":")
}
