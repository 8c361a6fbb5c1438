import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"

// The threads that tests begin load the sources as they are: they share what was compiled once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "holdfast-compiled")

export default defineConfig({
  test: {
    environment: "node",
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    // These only end what hangs, on however busy a machine: a test that is about a time says so itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
