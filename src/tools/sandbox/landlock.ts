import { existsSync } from "node:fs"
import { isWithin } from "../../base/path-within.ts"
import { sharedMemory } from "../../base/system-path.ts"
import { distinct, without } from "./sandbox-places.ts"
import type { SandboxPolicy } from "./sandbox-policy.ts"

/** What `helper/sandbox.c` reads: see there. Devices apart, nothing of what is not named can be opened. */
export function landlockRecords(
  policy: SandboxPolicy,
  system: { namespaces: boolean; others: readonly string[] },
): string {
  const { network, writable, readOnly, pinned, hidden, visible } = policy
  const records: string[] = []
  const add = (kind: string, paths: readonly string[]) => records.push(...paths.map((path) => `${kind}${path}`))
  if (!network) records.push("n")
  if (system.namespaces) {
    records.push("m")
    add("k", visible)
    add("h", [...hidden, ...system.others.filter((path) => !hidden.some((place) => isWithin(path, place)))])
    // In the order of their paths: what is above is mounted first.
    const mounts = [...pinned.map((path) => ["b", path]), ...readOnly.map((path) => ["p", path])] as const
    records.push(
      ...[...mounts].sort(([, a = ""], [, b = ""]) => (a < b ? -1 : 1)).map(([kind, path]) => `${kind}${path}`),
    )
  }
  // Disks are devices that root could read: of those only the harmless ones.
  const excluded = system.namespaces ? ["/dev"] : ["/dev", ...hidden]
  add("l", ["/"])
  const memory = existsSync(sharedMemory) ? without(sharedMemory, excluded.slice(1)) : []
  add("r", [...without("/", excluded), ...memory, ...visible])
  add("d", devices)
  const left = system.namespaces ? writable : writable.flatMap((path) => without(path, hiddenFrom(path, hidden)))
  add("w", distinct(left))
  return records.map((record) => `${record}\0`).join("")
}

// A place that was given although it is in a hidden one stays whole.
function hiddenFrom(path: string, hidden: readonly string[]): string[] {
  return hidden.filter((place) => place !== path && isWithin(place, path))
}

const devices = ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts"].map((name) => `/dev/${name}`)
