import { z } from "zod"
import { defineTool, type Model, type Request, type ScriptStep } from "../../src/index.ts"
import { type Scene, type SceneOptions, scene } from "../agent/scene.ts"
import { listening } from "./listening.ts"

/** A tool whose results are as long as they are asked to be. */
export const longTool = defineTool({
  kind: "look",
  name: "tell",
  description: "Tells something.",
  schema: z.object({ about: z.string(), characters: z.number() }),
  run: ({ about, characters }) => filler(about, characters),
})

export function filler(about: string, characters: number): string {
  const words = Array.from({ length: Math.ceil(characters / 8) }, (_, index) => `${about}-${index}`)
  return words.join(" ").slice(0, characters)
}

export const longCall = (about: string, characters: number, text = `Now ${about}.`): ScriptStep => ({
  text,
  toolCalls: [{ id: `call-${about}`, name: "tell", arguments: { about, characters } }],
})

export const note = (text: string): ScriptStep => ({ for: "compact", text })

/** So small that a few results fill it. */
export const smallWindow = 8_000

/** A session with a small window and one tool, and what its model was asked. */
export async function longScene(
  steps: readonly ScriptStep[],
  { contextWindow = smallWindow, ...more }: Partial<SceneOptions> & { contextWindow?: number | null } = {},
): Promise<{ played: Scene; requests: Request[]; model: Model }> {
  const { model, requests } = listening(steps, { contextWindow })
  return { played: await scene({ tools: [longTool], ...more, model }), requests, model }
}

export const turns = (requests: readonly Request[]) => requests.filter(({ purpose }) => purpose === "turn")

/** The texts of a request's messages. */
export const texts = (request: Request | undefined) => request?.messages.map(({ text }) => text) ?? []
