import { z } from "zod"
import type { Question } from "./contract.ts"

const schema = z.object({
  question: z.string().min(1),
  options: z
    .array(z.union([z.string().min(1), z.object({ label: z.string().min(1), description: z.string().optional() })]))
    .optional(),
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
    options: options.map((option, index) => ({ id: String(index + 1), label: labelOf(option) })),
  }),
}

function labelOf(option: string | { label: string; description?: string | undefined }): string {
  if (typeof option === "string") return option
  return option.description ? `${option.label}: ${option.description}` : option.label
}
