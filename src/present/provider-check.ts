import type { Config } from "../agent/configuration/config.ts"
import { checkKey, type KeyCheck } from "../models/catalog/key-check.ts"
import {
  endpointOf,
  keyOf,
  keyVariableOf,
  type ProviderName,
  providerNames,
  providers,
} from "../models/catalog/providers.ts"
import { isHoldfastError } from "../session/error.ts"
import type { Check } from "./checkup.ts"

/** Whether the providers in use answer and accept their keys: those with a key, and that of the default model. */
export async function providerChecks(config: Config, env: NodeJS.ProcessEnv): Promise<Check[]> {
  const { model = "", keys, baseUrls } = config
  const settings = { env, ...(keys ? { keys } : {}), ...(baseUrls ? { baseUrls } : {}) }
  const [used = ""] = model.split("/")
  // A missing key of the default model is reported with the model.
  const isUsed = (name: ProviderName) =>
    keyOf(name, settings) !== undefined || (name === used && !providers[name].needsKey)
  return Promise.all(providerNames.filter(isUsed).map((name) => providerCheck(name, settings)))
}

async function providerCheck(name: ProviderName, settings: Parameters<typeof endpointOf>[1]): Promise<Check> {
  const check = { id: `provider-${name}`, name: titleOf(name) }
  try {
    const endpoint = endpointOf(name, settings)
    const found = await checkKey(endpoint, { timeoutMs })
    const source = endpoint.key ? `key ${keyVariableOf(name, settings) ?? "in the settings"}` : "no key"
    return { ...check, ...finding(found, { name, source, host: new URL(endpoint.baseUrl).host }) }
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return {
      ...check,
      status: "fail",
      found: error.message,
      advice: "Correct the address in the settings or the environment.",
    }
  }
}

function finding(
  check: KeyCheck,
  { name, source, host }: { name: ProviderName; source: string; host: string },
): Pick<Check, "status" | "found" | "advice"> {
  switch (check.status) {
    case "accepted":
      return { status: "ok", found: `${host} answers; ${source}${source === "no key" ? "" : " accepted"}` }
    case "unproven":
      return { status: "note", found: `${source}: ${check.why}` }
    case "rejected":
      return {
        status: "fail",
        found: `API key rejected: ${source}, ${check.why}`,
        advice: `Set another key: 'holdfast login ${name}', or correct ${providers[name].keyVariables[0]}.`,
      }
    case "unreachable":
      return { status: "warn", found: check.why, advice: "Start the server, or check the address and the network." }
    default:
      return check satisfies never
  }
}

const timeoutMs = 5_000

const titleOf = (name: ProviderName) => (name === "openai-compatible" ? "OpenAI-compatible" : providers[name].title)
