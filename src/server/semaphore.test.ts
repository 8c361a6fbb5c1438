import { expect, it } from "vitest"
import { createSemaphore } from "./semaphore.ts"

it("does so much at a time, lets some wait in their order, and sends others away", async () => {
  const line = createSemaphore({ running: 2, waiting: 2 })
  const started: number[] = []
  const ends: Array<() => void> = []
  const ask = (name: number) =>
    line(async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const asked = [1, 2, 3, 4].map(ask)
  expect(await ask(5)).toBe("busy")
  expect(started).toEqual([1, 2])
  ends[0]?.()
  expect(await asked[0]).toBe(1)
  expect(started).toEqual([1, 2, 3])
  const sixth = ask(6)
  for (const at of [1, 2, 3, 4]) {
    await expect.poll(() => ends.length).toBeGreaterThan(at)
    ends[at]?.()
  }
  expect(await Promise.all([...asked, sixth])).toEqual([1, 2, 3, 4, 6])
})

it("gives its place on when work fails", async () => {
  const line = createSemaphore({ running: 1, waiting: 1 })
  const failing = line(() => Promise.reject(new Error("no")))
  const next = line(async () => "done")
  await expect(failing).rejects.toThrow("no")
  expect(await next).toBe("done")
  expect(await line(async () => "again")).toBe("again")
})
