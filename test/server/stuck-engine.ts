import { readFileSync } from "node:fs"
import { z } from "zod"
import { defineTool, ownTools } from "../../src/index.ts"
import { serveEngine } from "../../src/server/engine/engine-thread.ts"

// An engine with tools that never give the thread back: by computing, and by a system call that cannot be ended.
const stuck = defineTool({
  kind: "look",
  name: "stuck",
  description: "Hangs.",
  schema: z.object({}),
  run: async (_args, { emit }) => {
    emit("stuck")
    for (;;) Math.random()
  },
})

const waiting = defineTool({
  kind: "look",
  name: "waiting",
  description: "Waits for a pipe.",
  schema: z.object({ pipe: z.string() }),
  run: async ({ pipe }) => readFileSync(pipe, "utf8"),
})

serveEngine({ tools: [...ownTools, stuck, waiting] })
