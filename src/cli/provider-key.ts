import { upperFirst } from "../base/letter-case.ts"
import { checkKey, type KeyCheck } from "../models/catalog/key-check.ts"
import { endpointOf, keyVariableOf, type ProviderName, providers } from "../models/catalog/providers.ts"
import { HoldfastError } from "../session/error.ts"
import { openConfigFile, saveConfigFile, withValue } from "./config-file.ts"
import { type Terminal, warn } from "./terminal.ts"
import { secretFrom } from "./typed-line.ts"
import { UsageError } from "./usage-error.ts"

export type StoredKey = { file: string; check: KeyCheck["status"]; variable: string | null; lines: string[] }

/**
 * Asks for the key of a provider, checks it there and stores it in the settings. A key that the provider rejects, or
 * that cannot be checked, is not stored; the latter unless `unchecked`.
 */
export async function askForKey(
  provider: ProviderName,
  { baseUrl, unchecked, command }: { baseUrl?: string | undefined; unchecked: boolean; command: string },
  terminal: Terminal,
): Promise<StoredKey> {
  const { title } = providers[provider]
  // Settings that cannot be used are refused before the key is typed.
  const before = openConfigFile(warn)
  const key = await readKey(provider, command, terminal)
  const withKey = (settings: Record<string, unknown>) => {
    const stored = withValue(settings, ["keys", provider], key)
    return baseUrl === undefined ? stored : withValue(stored, ["baseUrls", provider], baseUrl)
  }
  const baseUrls = withKey(before.value).baseUrls as Partial<Record<ProviderName, string>> | undefined
  // Without the keys of the environment, which would be checked instead.
  const env = Object.fromEntries(providers[provider].baseUrlVariables.map((name) => [name, process.env[name]]))
  const endpoint = endpointOf(provider, { env, keys: { [provider]: key }, ...(baseUrls ? { baseUrls } : {}) })
  const check: KeyCheck = unchecked ? { status: "unproven", why: "it was not checked" } : await checkKey(endpoint)
  if (check.status === "rejected") {
    throw new HoldfastError(
      "invalid",
      `API key rejected: ${check.why}. Nothing was stored. Check the key, and try again.`,
    )
  }
  if (check.status === "unreachable") {
    const advice = "Nothing was stored. Try again later, or store it unchecked with --unchecked."
    throw new HoldfastError("invalid", `The key could not be checked: ${check.why}. ${advice}`)
  }
  // Another process may have changed the settings meanwhile.
  const file = openConfigFile(() => undefined)
  await saveConfigFile({ ...file, value: withKey(file.value) })
  const variable = keyVariableOf(provider, { env: process.env }) ?? null
  return {
    file: file.path,
    check: check.status,
    variable,
    lines: [
      check.status === "accepted"
        ? `${upperFirst(title)} accepts the key.`
        : `Could not tell whether the key is accepted: ${check.why}.`,
      `Stored in ${file.path}, readable only by you.`,
      ...(variable === null ? [] : [`${variable} in the environment takes precedence.`]),
    ],
  }
}

async function readKey(provider: ProviderName, command: string, terminal: Terminal): Promise<string> {
  const key = (await secretFrom(`API key for ${providers[provider].title} (not shown): `, terminal))?.trim()
  if (key === undefined || key === "") {
    throw new UsageError(
      process.stdin.isTTY ? "No key was typed." : "Missing key: write it to standard input.",
      command,
    )
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UsageError("Not a valid API key: it contains spaces or non-ASCII characters.", command)
  }
  return key
}
