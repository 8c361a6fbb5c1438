import type { ProfileMemory } from "../profile/learned.ts"
import type { ProfileSetting } from "../profile/profile-setting.ts"
import type { HttpFetch } from "../stream/http-fetch.ts"
import type { Patience } from "../stream/patience.ts"
import type { Price } from "./prices.ts"

/** All that opening and finding models depends on. The caller reads the config file and the environment. */
export type ModelSettings = {
  env: Readonly<Record<string, string | undefined>>
  /** The model to use when none is named. */
  defaultModel?: string
  /** By provider; a key in the environment wins. */
  keys?: Readonly<Partial<Record<string, string>>>
  /** By provider; they win over the environment. */
  baseUrls?: Readonly<Partial<Record<string, string>>>
  /** By `provider/model`; they win over the tables. */
  prices?: Readonly<Record<string, Price>>
  contextWindows?: Readonly<Record<string, number>>
  /** By `provider/model`; what a person says of a model wins over its server, its name and what was learned of it. */
  profiles?: Readonly<Record<string, ProfileSetting>>
  /** Where what is learned of models is kept. Without it, it is forgotten when the program ends. */
  profileMemory?: ProfileMemory
  patience?: Partial<Patience>
  fetch?: HttpFetch
  /** Where the relative path of a script starts. */
  directory?: string
}
