import { z } from "zod"
import { defineTool, type Message, type Model, type Tool } from "../../src/index.ts"

/** A tool that is done when the test says so. */
export function gate(kind: "look" | "act" = "look"): { tool: Tool; open(text?: string): void } {
  const opened = Promise.withResolvers<string>()
  const run = () => opened.promise
  return {
    tool: defineTool({ kind, name: "gate", description: "Waits.", schema: z.object({}), run }),
    open: (text = "open") => opened.resolve(text),
  }
}

export const callGate = { toolCalls: [{ id: "g", name: "gate", arguments: {} }] }

/** The same model, and all the messages that it was given, call by call. */
export function overheard(model: Model): { model: Model; received: Message[][]; instructions: string[] } {
  const received: Message[][] = []
  const instructions: string[] = []
  return {
    received,
    instructions,
    model: {
      ...model,
      stream(request, signal) {
        received.push([...request.messages])
        instructions.push(request.instructions)
        return model.stream(request, signal)
      },
    },
  }
}
