import { hostname, userInfo } from "node:os"
import type { Actor } from "../session/event.ts"
import type { Lease } from "./contract.ts"

/** The user of this process: who appends when an event does not say. */
export function personHere(): Actor {
  return Object.freeze<Actor>({ kind: "person", name: userName(), device: hostname() })
}

const signatures = new WeakMap<Lease, Actor>()

/** A driver signs with the path of its owner. */
export function driver(lease: Lease | undefined, epoch: number): Actor {
  if (lease?.epoch !== epoch) return { kind: "owner", name: `epoch ${epoch}` }
  const known = signatures.get(lease) ?? Object.freeze<Actor>({ kind: "owner", name: lease.owner.path })
  signatures.set(lease, known)
  return known
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "somebody" // a user without an entry in the system's list, as in some containers
  }
}
