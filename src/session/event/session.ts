import { z } from "zod"
import { limits } from "../limits.ts"
import { count, effort, id, notWellFormed, permissionMode, seq, wellFormed, workflowMode } from "./common.ts"

export const origin = z.object({ session: id, seq }).meta({ id: "origin", description: "a place in another session" })

export const ruleCounts = z.object({ allow: count, deny: count, ask: count })

// What the list shows has columns of its own, as UTF-8.
const listed = z.string().min(1).refine(wellFormed, notWellFormed)
const title = listed.max(1000)

// Law: privilege. A log is shown, exported and moved: credentials have no place in it.
const baseUrl = z
  .string()
  .max(limits.path)
  .regex(/^https?:\/\/[^\s/?#@\\]+(\/[^\s?#\\]*)?$/, "is no http address, or one with a user, a password or a query")

export const loss = z.enum(["alone", "with-others", "host-restart"])

export type Loss = z.infer<typeof loss>

/** The session as a whole: where it works, how it is set, what it is called, who drives it. */
export const sessionEvents = {
  "session.opened": z
    .object({
      workspace: listed.max(limits.path).meta({ description: "the directory that the agent works in" }),
      project: listed.max(limits.path).meta({ description: "the real path of its git top level, else the workspace" }),
      title: title.optional(),
      parent: origin.optional().meta({ description: "a fork: the log up to and including this event is inherited" }),
      startedBy: origin.optional().meta({ description: "a child session, such as an explore sub-run" }),
    })
    .meta({ description: "A session begins, or a fork of one." }),

  "session.configured": z
    .object({
      model: z.string().max(limits.name).nullable().optional(),
      baseUrl: baseUrl.nullable().optional().meta({ description: "the server of `openai-compatible/…` models" }),
      mode: workflowMode.nullable().optional(),
      permissionMode: permissionMode.optional(),
      effort: effort.nullable().optional(),
      prompting: z
        .boolean()
        .optional()
        .meta({ description: "whether a person can be asked; what would ask is denied otherwise" }),
      ruleCounts: ruleCounts.optional().meta({ description: "how many permission rules of each kind apply" }),
      rulesSource: z
        .string()
        .max(2 * limits.path + 1)
        .nullable()
        .optional()
        .meta({
          description: "the file that the permission rules come from; two are separated by the path delimiter",
        }),
    })
    .meta({
      description:
        "A person chose the model, its server, how long it thinks, the mode or the permissions; or the agent recorded the permission rules " +
        "it runs under, which it does when they differ from the last record. What is absent stays as it was.",
    }),

  "session.described": z
    .object({
      title: title.optional(),
      tags: z.array(listed.max(100)).max(100).optional(),
      pinned: z.boolean().optional(),
      archived: z.boolean().optional(),
      trashed: z.boolean().optional(),
    })
    .meta({ description: "A person named, tagged, pinned, archived or trashed it. What is absent stays as it was." }),

  "session.owned": z
    .object({
      ownerType: listed.max(limits.name).meta({ description: "what kind of program drives it, such as `Agent`" }),
      ownerPath: listed.max(limits.name).meta({ description: "the name that it goes by, such as `public-agent`" }),
      host: z.string().max(limits.name),
      pid: count.optional(),
      epoch: z.int().min(1).meta({ description: "the fencing number: each owner has a higher one than the last" }),
      lost: loss.optional().meta({
        description:
          "how the owner before was lost, where that is known: alone, together with other sessions that it drove, or by a restart of the host",
      }),
    })
    .meta({ description: "A new owner acquired the lease and drives the session from here on." }),

  "session.left": z.object({}).meta({
    description:
      "The driver shut down and leaves the open turn to the next owner: resuming it does not count as a crash recovery.",
  }),
}
