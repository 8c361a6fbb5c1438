import { z } from "zod"
import { type Description, nothingSaid } from "./description.ts"

// A field in an unexpected form counts as missing; the rest of the list still counts.
const size = z.int().positive().nullish().catch(null)
const words = z.array(z.string()).nullish().catch(null)
const abilities = z
  .union([z.array(z.string()), z.record(z.string(), z.unknown())])
  .nullish()
  .catch(null)

/**
 * The list of a compatible server. vLLM, llama.cpp, OpenRouter, Mistral and others each have their own field for the
 * size and for what the model can do.
 */
export const compatibleModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      /** vLLM: the model behind the name that it is served under. */
      root: z.string().nullish().catch(null),
      max_model_len: size,
      context_length: size,
      context_window: size,
      max_context_length: size,
      supported_parameters: words,
      supported_features: words,
      capabilities: abilities,
      meta: z
        .object({ n_ctx: size, n_ctx_train: size, n_params: z.number().positive().nullish() })
        .nullish()
        .catch(null),
    }),
  ),
})

/** What a compatible server's list says of a model. */
export function listedDescription(model: z.infer<typeof compatibleModels>["data"][number]): Description {
  const { root, max_model_len, context_length, context_window, max_context_length, meta } = model
  return {
    tools: toolsIn(model.supported_parameters ?? model.supported_features) ?? claimed(model.capabilities),
    families: root && root !== model.id ? [lastPart(root)] : [],
    billions: meta?.n_params ? meta.n_params / 1e9 : null,
    contextWindow:
      max_model_len ??
      context_length ??
      context_window ??
      max_context_length ??
      meta?.n_ctx ??
      meta?.n_ctx_train ??
      null,
  }
}

export const lmstudioModels = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string().optional(),
      arch: z.string().optional(),
      state: z.string().optional(),
      capabilities: abilities,
      loaded_context_length: size,
      max_context_length: size,
    }),
  ),
})

/** What LM Studio's own list says of a model. */
export function lmstudioDescription(model: z.infer<typeof lmstudioModels>["data"][number]): Description {
  const { arch, capabilities, loaded_context_length, max_context_length } = model
  return {
    ...nothingSaid,
    tools: toolsIn(capabilities),
    families: arch ? [arch] : [],
    contextWindow: loaded_context_length ?? max_context_length ?? null,
  }
}

/** The name of a file or a repository, without where it is. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}

const toolWords = /^(tools?|tool_(use|calls?|calling|choice)|function_?calling|trained_for_tool_use|supports_tools?)$/i

// Who knows what a server means by its capabilities: a list without tools in it may be about something else.
function claimed(stated: z.infer<typeof abilities>): boolean | null {
  const tools = toolsIn(stated)
  return Array.isArray(stated) && !tools ? null : tools
}

// A list of what it can do says by leaving tools out that it cannot; an object may be about other things.
function toolsIn(stated: z.infer<typeof abilities>): boolean | null {
  if (!stated) return null
  if (Array.isArray(stated)) return stated.some((word) => toolWords.test(word))
  const said = Object.entries(stated).filter(([word, can]) => toolWords.test(word) && typeof can === "boolean")
  return said.length === 0 ? null : said.some(([, can]) => can === true)
}
