import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { share } from "./test/matrix.ts"

// The processes and threads that tests begin load the sources as they are: they share what was compiled once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "holdfast-compiled")

/** The files that ask `test/matrix.ts` which of their cells run. */
const matrices = [
  "test/turn/equivalence.test.ts",
  "test/crash/crash.test.ts",
  "test/crash/points.test.ts",
  "test/crash/syscalls.test.ts",
  "test/turn/leaving.test.ts",
  "test/zoo/zoo.test.ts",
  "test/honest/honest.test.ts",
  "test/server/chaos.test.ts",
  "test/damage/flips.test.ts",
  "test/damage/wal.test.ts",
  "test/agent/undo-crash.test.ts",
  "test/property/agree.test.ts",
  "test/crash/power-cut.test.ts",
]

/** What takes longest begins first, so that the run does not end with one worker at work. */
const slow = [
  ...matrices,
  "src/store/sqlite/store.test.ts",
  "src/store/thread/port-store.test.ts",
  "test/server/engine.test.ts",
  "test/server/serve.test.ts",
  "test/web/",
  "test/cli/",
  "test/server/",
  "test/workflow/",
  "test/",
]

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.findIndex((path) => moduleId.includes(`/${path}`))
      return at === -1 ? slow.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Nothing but computation: these files share one worker, and each other's modules. */
const pure = [
  "src/session/**/*.test.ts",
  "src/shell/**/*.test.ts",
  "src/workflow/**/*.test.ts",
  "src/permissions/**/*.test.ts",
  "web/**/*.test.ts",
]

const project = {
  environment: "node",
  pool: "forks",
  // These only end what hangs, on however busy a machine: a test that is about a time says so itself.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} as const

const everything = [
  {
    test: {
      ...project,
      name: "processes",
      isolate: false,
      include: ["src/**/*.test.ts", "test/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...pure],
    },
  },
  { test: { ...project, name: "pure", pool: "threads" as const, isolate: false, include: pure } },
]

export default defineConfig({
  test: {
    globalSetup: ["test/in-memory.ts", "test/built-program.ts"],
    // One more than there are processors: most tests wait for a process, a browser or a timer now and then.
    maxWorkers: Math.min(availableParallelism(), 7) + 1,
    sequence: { sequencer: SlowFirst },
    // A tenth is taken of the matrices alone: CI has run everything else before.
    projects: share.kind === "tenth" ? [{ test: { ...project, name: "matrices", include: matrices } }] : everything,
  },
})
