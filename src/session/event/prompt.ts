import { z } from "zod"
import { limits } from "../limits.ts"
import { blobRef, count, permissionMode, seq, workflowMode } from "./common.ts"

/** The prompt that the model got. */
export const promptEvents = {
  "prompt.built": z
    .object({
      format: z.string().max(limits.name).meta({ description: "how tools are called: `native`, or as text" }),
      mode: workflowMode,
      permissionMode: permissionMode.optional(),
      task: z.string().max(limits.text).optional(),
      sections: z.array(z.object({ name: z.string().max(limits.name), body: blobRef })).max(limits.promptSections),
      stable: count.optional().meta({
        description: "how many of the sections, from the first on, stay as they are until the next compaction",
      }),
      messages: z
        .array(z.object({ from: seq, to: seq }))
        .optional()
        .meta({ description: "the events that the messages come from: ranges, never copies" }),
      tokens: count.optional(),
    })
    .meta({ description: "A prompt was put together: each section a blob, stored once." }),
}
