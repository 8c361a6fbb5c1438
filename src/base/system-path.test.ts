import { expect, it } from "vitest"
import { isSystemPath } from "./system-path.ts"

it.each([
  ["/dev/sda", true],
  ["/dev", true],
  ["/proc/self/environ", true],
  ["/sys/power/state", true],
  ["/dev/shm", false],
  ["/dev/shm/project/a.ts", false],
  ["/dev/shmem", true],
  ["/developer/a.ts", false],
])("%s is of the system: %s", (path, expected) => {
  expect(isSystemPath(path)).toBe(expected)
})
