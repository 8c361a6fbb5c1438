import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { sessionPlaces } from "../../src/agent/configuration/places.ts"
import { whenFree } from "../../src/server/when-released.ts"
import { send, untilStopped } from "./faults/log.ts"
import { setScene } from "./scene.ts"

it("removes what an erasure that was cut off has left of its session, and nothing else", async () => {
  const scene = await setScene()
  const steps = [
    { text: "Look.", toolCalls: [{ id: "c", name: "bash", arguments: { command: "echo hello > a.txt" } }] },
    { text: "Done." },
  ]
  const [kept, erased] = [await scene.open(steps), await scene.open(steps)]
  for (const id of [kept, erased]) {
    await send(scene.client, id, "What is in the README?")
    await untilStopped(scene.server.context.store, id)
  }
  const placesOf = (session: string) => Object.values(sessionPlaces({ directory: scene.home, session }))
  // The process died when the store was done.
  const { store } = scene.server.context
  await whenFree(store, erased, () => store.erase(erased))
  const foreign = join(scene.home, "jobs", "a directory of others")
  mkdirSync(foreign)
  writeFileSync(join(scene.home, "jobs", "file"), "")
  symlinkSync("/nowhere", join(scene.home, "jobs", "dangling"))
  expect(placesOf(erased).map((place) => existsSync(place))).toEqual([true, true])
  const others = readdirSync(join(scene.home, "jobs")).filter((name) => name !== erased)

  await scene.restart()
  const left = () => placesOf(erased).map((place) => existsSync(place))
  await expect.poll(left).toEqual([false, false])
  expect(placesOf(kept).map((place) => existsSync(place))).toEqual([true, true])
  expect(readdirSync(join(scene.home, "jobs"))).toEqual(others)
})
