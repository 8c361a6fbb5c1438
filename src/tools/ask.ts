import { z } from "zod"
import type { Question } from "./contract.ts"

const schema = z.object({
  question: z.string().min(1),
  options: z.array(z.preprocess(labelOf, z.string().min(1))).optional(),
  details: z.string().optional(),
})

/** Asks the person. */
export const askTool: Question<z.infer<typeof schema>> = {
  kind: "question",
  name: "ask",
  description: "Asks the person one question and waits for the answer: for what only they can decide.",
  schema,
  aliases: {
    prompt: "question",
    text: "question",
    choices: "options",
    context: "details",
    header: "details",
    title: "details",
  },
  access: () => ({ kind: "none" }),
  question: ({ question, options = [], details }) => ({
    question,
    ...(details === undefined ? {} : { details }),
    // Numbered, so that an answer by number is an answer by id.
    options: options.map((label, index) => ({ id: String(index + 1), label })),
  }),
}

const described = z.object({ label: z.string().min(1), description: z.string().optional() })

/** Words are asked for; some models give an object all the same. */
function labelOf(option: unknown): unknown {
  const { data } = described.safeParse(option)
  if (!data) return option
  return data.description ? `${data.label}: ${data.description}` : data.label
}
