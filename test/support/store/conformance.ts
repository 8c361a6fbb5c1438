import { describe } from "vitest"
import { adopting } from "./conformance/adopting.ts"
import { adoptingKeys } from "./conformance/adopting-keys.ts"
import { adoptingNewer } from "./conformance/adopting-newer.ts"
import { adoptingRefusals } from "./conformance/adopting-refusals.ts"
import { appending } from "./conformance/appending.ts"
import { wrongArguments } from "./conformance/arguments.ts"
import { authority } from "./conformance/authority.ts"
import { border } from "./conformance/border.ts"
import { branches } from "./conformance/branches.ts"
import { changes } from "./conformance/changes.ts"
import { checkpoints } from "./conformance/checkpoints.ts"
import { closing } from "./conformance/closing.ts"
import { following } from "./conformance/following.ts"
import { identity } from "./conformance/identity.ts"
import { keeping } from "./conformance/keeping.ts"
import { keys } from "./conformance/keys.ts"
import { leases } from "./conformance/leases.ts"
import { leftovers } from "./conformance/leftovers.ts"
import { legality } from "./conformance/legality.ts"
import { listing } from "./conformance/listing.ts"
import { opening } from "./conformance/opening.ts"
import { reading } from "./conformance/reading.ts"
import { type MakeStore, setScene } from "./conformance/scene.ts"
import { searching } from "./conformance/searching.ts"
import { turns } from "./conformance/turns.ts"

/** The contract of the store as behaviours: every implementation runs the same. */
export function describeStore(name: string, makeStore: MakeStore): void {
  describe(name, () => {
    const scene = setScene(makeStore)
    wrongArguments(scene)
    opening(scene)
    border(scene)
    appending(scene)
    authority(scene)
    keys(scene)
    turns(scene)
    identity(scene, makeStore)
    legality(scene)
    leases(scene)
    checkpoints(scene)
    reading(scene)
    following(scene)
    branches(scene)
    listing(scene)
    changes(scene)
    searching(scene)
    keeping(scene)
    adopting(scene, makeStore)
    adoptingKeys(scene, makeStore)
    adoptingNewer(scene, makeStore)
    adoptingRefusals(scene, makeStore)
    leftovers(scene, makeStore)
    closing(scene)
  })
}
