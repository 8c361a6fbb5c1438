/** How many failures are free, and how the wait grows after them. */
const limiterRules = {
  failures: 5,
  overall: 60,
  windowMs: 60_000,
  longestMs: 3_600_000,
  addresses: 10_000,
  welcome: 100,
} as const

/** Counts failed logins per address and in total. An attempt counts as failed until it has succeeded. */
export type Limiter = {
  /** Milliseconds to wait; 0: go ahead, and the attempt is counted. */
  attempt(address: string): number
  /** Clears the address, which then also ignores the failures of others. */
  succeeded(address: string): void
}

type Record = { at: number[]; lockedUntil: number; locks: number }

/** `clock` must be monotonic: a corrected wall clock would end a lockout at once or extend it for years. */
export function createLimiter(clock: () => number): Limiter {
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
  const lately = ({ at }: Record) => at.filter((time) => clock() - time < limiterRules.windowMs)

  return {
    attempt(address) {
      const network = networkOf(address)
      const record = recordOf(network)
      if (clock() < record.lockedUntil) return record.lockedUntil - clock()
      record.at = lately(record)
      everybody.at = lately(everybody)
      if (record.at.length >= limiterRules.failures) {
        const wait = Math.min(limiterRules.windowMs * 2 ** record.locks, limiterRules.longestMs)
        record.locks = Math.min(record.locks + 1, 10)
        record.lockedUntil = clock() + wait
        record.at = []
        return wait
      }
      const [first = clock()] = everybody.at
      if (everybody.at.length >= limiterRules.overall && !welcome.has(network))
        return Math.max(1, first + limiterRules.windowMs - clock())
      record.at.push(clock())
      everybody.at.push(clock())
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

// An IPv6 client usually owns a whole /64.
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
  if (!plain.includes(":")) return plain
  const [head = "", tail] = plain.split("::")
  const groups = head.split(":").filter(Boolean)
  const rest = (tail ?? "").split(":").filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0")
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":")
}
