import type { Profile, ToolFormat } from "../contract.ts"
import type { Description } from "./description.ts"
import { familyOf } from "./families.ts"
import type { Learned } from "./learned.ts"
import { billionsIn } from "./model-size.ts"
import type { ProfileSetting } from "./profile-setting.ts"

/** All that is known of a model when its profile is asked for. */
export type Known = {
  /** Its own name, without the provider. */
  model: string
  described: Description
  set?: ProfileSetting | undefined
  learned?: Learned | undefined
  contextWindow: number | null
  /** Runs on this machine or its network. */
  local: boolean
}

/** The models of OpenAI, Anthropic and Google: no server has to be asked. */
export function hostedProfile(set: ProfileSetting = {}): Profile {
  return {
    toolFormat: set.toolFormat ?? "native",
    strength: set.strength ?? "strong",
    strictness: set.strictness ?? "strict",
    source: set.toolFormat ? "set" : "name",
    ...(set.images === false ? { images: false } : {}),
  }
}

/** A person's setting first, then what its answers have shown, its server's description, its name. Unknown: native tools are tried first. */
export function resolveProfile(known: Known): Profile {
  const { set = {} } = known
  const { toolFormat, source } = formatOf(known)
  return {
    toolFormat,
    strength: set.strength ?? strengthOf({ toolFormat, source }, known),
    strictness:
      set.strictness ?? (familyOf(known.described.families) ?? familyOf([known.model]))?.strictness ?? "standard",
    source,
    ...((set.images ?? known.described.images) === false ? { images: false } : {}),
  }
}

/** How calls are written where they cannot be native. */
export function textFormatOf({ model, described }: Pick<Known, "model" | "described">): Exclude<ToolFormat, "native"> {
  return (familyOf(described.families) ?? familyOf([model]))?.textFormat ?? "tagged"
}

function formatOf(known: Known): Pick<Profile, "toolFormat" | "source"> {
  const { model, described, set, learned } = known
  if (set?.toolFormat) return { toolFormat: set.toolFormat, source: "set" }
  if (learned && !isOutdated(learned, described)) return { toolFormat: learned.toolFormat, source: "learned" }
  if (described.tools !== null) {
    return { toolFormat: described.tools ? "native" : textFormatOf(known), source: "server" }
  }
  const there = familyOf(described.families)
  if (there) return { toolFormat: there.toolFormat, source: "server" }
  const named = familyOf([model])
  return named ? { toolFormat: named.toolFormat, source: "name" } : { toolFormat: "native", source: "default" }
}

// The server, or the file of the model, was renewed since its refusal: what it says now counts.
export function isOutdated({ because, described }: Learned, { tools }: Description): boolean {
  return because === "refused" && tools === true && described !== true
}

/** What makes a model weak, or strong. */
const bounds = { weakWindow: 8_192, weak: 4, weakInText: 8, strong: 70 } as const

function strengthOf({ toolFormat, source }: Pick<Profile, "toolFormat" | "source">, known: Known): Profile["strength"] {
  const { model, described, contextWindow, local } = known
  // That native tools are tried says nothing of the model.
  const native = toolFormat === "native" && source !== "default"
  if (contextWindow !== null && contextWindow <= bounds.weakWindow) return "weak"
  const billions = described.billions ?? sizeIn([...described.families, model])
  // Of a model that runs here and is not known at all, little is to be expected.
  if (billions === null) return native || !local ? "standard" : "weak"
  if (billions <= (native ? bounds.weak : bounds.weakInText)) return "weak"
  return native && billions >= bounds.strong ? "strong" : "standard"
}

function sizeIn(names: readonly string[]): number | null {
  return names.map(billionsIn).find((size) => size !== null) ?? familyOf(names)?.billions ?? null
}
