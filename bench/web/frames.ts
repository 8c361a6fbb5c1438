import type { Page } from "playwright-core"

type Frames = { frames: number; blank: number; longest: number }

/** Scrolls a list for some seconds, a fair piece each frame, and counts the frames in which nothing was drawn in its middle. */
export async function blankFrames(
  page: Page,
  role: "log" | "navigation",
  { direction, seconds }: { direction: 1 | -1; seconds: number },
): Promise<Frames> {
  return await page
    .getByRole(role)
    .first()
    .evaluate(
      async (element, { direction, seconds }) => {
        const scrolls = (each: Element) => each.scrollHeight > each.clientHeight + 10
        const box = [element, ...element.querySelectorAll("*")].find(
          (each) =>
            scrolls(each) &&
            getComputedStyle(each).overflowY !== "visible" &&
            getComputedStyle(each).overflowY !== "hidden",
        )
        if (!box) throw new Error("nothing scrolls")
        const { top, height } = box.getBoundingClientRect()
        const result = { frames: 0, blank: 0, longest: 0 }
        const end = performance.now() + seconds * 1000
        for (let before = performance.now(); before < end; ) {
          box.scrollTop += direction * height * 0.25
          const now = await new Promise<number>((resolve) =>
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
          )
          result.frames++
          // A message may stand at one side, and there is a gap between two: a person misses one where none is near the middle.
          const isDrawn = [...box.querySelectorAll("article, li")].some((item) => {
            const place = item.getBoundingClientRect()
            return place.height > 0 && place.top < top + height * 0.65 && place.bottom > top + height * 0.35
          })
          if (!isDrawn) result.blank++
          result.longest = Math.max(result.longest, Math.round(now - before))
          before = now
        }
        return result
      },
      { direction, seconds },
    )
}

/** Watches the page for some seconds while somebody types: how many tasks took over 50 ms, and how long the longest took. */
export async function longTasks(
  page: Page,
  seconds: number,
): Promise<{ count: number; longest: number; typed: number }> {
  const box = page.getByRole("textbox", { name: "Message" })
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], keys: [] as number[] }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration)
    }).observe({ type: "longtask" })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.keys.push(duration)
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit)
  })
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) await box.pressSequentially("a word ", { delay: 60 })
  return await page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { tasks: number[]; keys: number[] } }
    const most = (values: number[]) => Math.round(Math.max(0, ...values))
    return { count: seen.tasks.length, longest: most(seen.tasks), typed: most(seen.keys) }
  })
}
