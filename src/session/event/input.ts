import { z } from "zod"
import { limits } from "../limits.ts"
import { blobRef, count, id } from "./common.ts"

export const attachment = blobRef
  .extend({ name: z.string().max(limits.path) })
  .meta({ id: "attachment", description: "a file or image that came with an input" })

const text = z.string().max(limits.text).meta({ description: "what is longer comes as an attachment" })
const attachments = z.array(attachment).max(limits.attachments)

export const requirement = z
  .enum(["verified", "change"])
  .meta({ id: "requirement", description: "what the turn must show: that its work is verified, or any change at all" })
export type Requirement = z.infer<typeof requirement>

/** What a person sent, and what became of it. */
export const inputEvents = {
  "input.accepted": z
    .object({
      input: id,
      kind: z.enum(["send", "queue", "steer", "interrupt"]).meta({
        description: "for the next turn; after the open one; into the open one; instead of the open one",
      }),
      text,
      typed: count.optional().meta({
        description:
          "how many characters of the text, from the first on, are the person's own words; the rest was read from standard input with them, or is what the command that they name stands for. All of it where it is missing",
      }),
      attachments: attachments.optional(),
      turn: id.optional().meta({ description: "the turn that an interrupt stops" }),
      require: requirement.optional(),
    })
    .meta({
      description:
        "An input is durable. A `send` while a turn is open waits like a `queue`; once that turn is asked to stop, it is for the next one, and resumes held inputs.",
    }),

  "input.edited": z
    .object({ input: id, text, attachments: attachments.optional() })
    .meta({ description: "A waiting input was changed." }),

  "input.withdrawn": z.object({ input: id }).meta({ description: "A waiting input was withdrawn." }),

  "input.consumed": z
    .object({
      input: id,
      as: z.enum(["task", "steer"]).meta({ description: "the task of a new turn, or advice to the open one" }),
    })
    .meta({ description: "The driver consumed an input in the turn." }),
}
