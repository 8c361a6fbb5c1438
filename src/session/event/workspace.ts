import { z } from "zod"
import { blobRef, fileChange, fileIntent, id, seq } from "./common.ts"

/** Changes of files outside the agent's tools, and of the history. */
export const workspaceEvents = {
  "workspace.saved": z
    .object({ change: fileChange, preImage: blobRef.optional() })
    .meta({ description: "A person saved a file." }),

  "workspace.restore-started": z
    .object({
      turns: z.array(id).meta({ description: "the turns whose changes are undone, or redone" }),
      files: z.array(fileIntent),
      takesBack: seq.optional().meta({ description: "the earlier restore that this one takes back" }),
    })
    .meta({ description: "The intent to put files back: each with its hash before and after, as for a write." }),

  "workspace.restored": z
    .object({
      started: seq.meta({ description: "the `workspace.restore-started` that this is the outcome of" }),
      turns: z.array(id),
      changed: z.array(fileChange),
      left: z
        .array(z.object({ path: z.string(), why: z.string() }))
        .optional()
        .meta({ description: "the files that were left alone, and why" }),
    })
    .meta({ description: "Files were restored as they were." }),

  "history.rewound": z
    .object({
      to: seq.meta({ description: "the event of the live branch that the conversation continues from" }),
      head: seq.meta({ description: "the head that the person saw" }),
      because: z.enum(["rewind", "edit", "regenerate"]),
    })
    .meta({ description: "What came after `to` is left, not removed: a new branch begins here." }),
}
