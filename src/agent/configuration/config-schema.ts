import { z } from "zod"
import { type ProviderName, parseName, providerNames } from "../../models/catalog/providers.ts"
import { profileSetting } from "../../models/profile/profile-setting.ts"

const dollars = z.number().min(0)

const priceSetting = z.strictObject({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  upTo: z.int().min(1).optional().describe("Above this many input tokens the cost of a call is not known."),
})

const place = z.string().regex(/^(\/|~\/)[^\0]*$/, "use an absolute path, or one that starts with ~/")

/** The settings of `config.json`. */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe("Where an editor finds this schema."),
  model: z.string().min(1).optional().describe("The model to use when none is named, as provider/model."),
  keys: ofProviders(z.string().min(1)).optional().describe("API keys. A key in the environment wins."),
  baseUrls: ofProviders(z.url()).optional().describe("Addresses of the servers. They win over the environment."),
  prices: z
    .record(z.string(), priceSetting)
    .superRefine(namesModels)
    .optional()
    .describe("US dollars per million tokens, by provider/model."),
  compaction: z
    .strictObject({
      atTokens: z.int().min(1).optional().describe("From how many tokens on older messages are summarized."),
      keepMessages: z.int().min(1).max(1_000).optional().describe("How many of the newest messages stay as they are."),
    })
    .optional(),
  sandbox: z
    .strictObject({
      enabled: z
        .union([z.boolean(), z.literal("auto")], { error: 'not "auto", true or false' })
        .optional()
        .describe("auto: where the system has a sandbox. true: commands ask where it has none."),
      network: z.boolean().optional().describe("Whether the network is on for every command."),
      writable: z.array(place).max(100).optional().describe("Additional directories that commands may write to."),
      readable: z.array(place).max(100).optional().describe("Places of secrets that commands may read."),
    })
    .optional(),
  environment: z
    .array(
      z.string().regex(/^[A-Za-z_]\w*\*?$/, "write the name of a variable; a `*` at its end stands for any ending"),
    )
    .optional()
    .describe("Additional variables passed to commands, by name."),
  profiles: z
    .record(z.string(), profileSetting)
    .superRefine(namesModels)
    .optional()
    .describe("What a model can do, by provider/model."),
})

function ofProviders<Value extends z.ZodType>(value: Value) {
  const entries = providerNames.map((name) => [name, value.optional()] as const)
  return z.strictObject(Object.fromEntries(entries) as Record<ProviderName, z.ZodOptional<Value>>)
}

// Of a name that no model has, what is set would never count.
function namesModels(profiles: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  for (const name of Object.keys(profiles)) {
    try {
      parseName(name)
    } catch (error) {
      context.addIssue({ code: "custom", path: [name], message: (error as Error).message })
    }
  }
}
