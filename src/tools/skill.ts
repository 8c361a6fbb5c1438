import { z } from "zod"
import type { Look } from "./contract.ts"
import { failed } from "./failure.ts"

const schema = z.object({ name: z.string().min(1).describe("as it is listed under Skills") })

/** Shows the whole text of a skill. It is offered where there are skills. */
export const skillTool: Look<z.infer<typeof schema>> = {
  kind: "look",
  name: "skill",
  description: "Shows the instructions of a skill that is listed. Read one before work that it is for.",
  schema,
  aliases: { skill: "name", skill_name: "name" },
  access: () => ({ kind: "none" }),
  run: async ({ name }, context) => (context.skill ? context.skill(name) : failed("There are no skills here.")),
}
