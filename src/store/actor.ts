import { hostname, userInfo } from "node:os"
import type { Actor } from "../session/event.ts"
import type { Lease } from "./contract.ts"

/** The user of this process: who appends when an event does not say. */
export function personHere(): Actor {
  return { kind: "person", name: userName(), device: hostname() }
}

/** A driver signs with the path of its owner. */
export function driver(lease: Lease | undefined, epoch: number): Actor {
  return { kind: "owner", name: lease?.epoch === epoch ? lease.owner.path : `epoch ${epoch}` }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "somebody" // a user without an entry in the system's list, as in some containers
  }
}
