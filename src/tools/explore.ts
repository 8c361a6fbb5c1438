import { z } from "zod"
import type { Look } from "./contract.ts"
import { failed } from "./failure.ts"

const schema = z.object({ question: z.string().min(1) })

/** Has a question about the project answered by a read-only sub-run. */
export const exploreTool: Look<z.infer<typeof schema>> = {
  kind: "look",
  name: "explore",
  description:
    "Answers a question about the project by a separate run that only reads, where many searches would fill this conversation.",
  schema,
  aliases: { query: "question", task: "question", prompt: "question" },
  access: () => ({ kind: "none" }),
  run: async ({ question }, context) =>
    context.explore ? context.explore(question) : failed("Explore is not available here: use glob, grep and read."),
}
