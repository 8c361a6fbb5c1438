import { knownContextWindow } from "../catalog/context-window.ts"
import type { ModelSettings } from "../catalog/model-settings.ts"
import type { Endpoint } from "../catalog/providers.ts"
import type { Failure, Profile, ToolFormat } from "../contract.ts"
import type { HttpFetch } from "../stream/http-fetch.ts"
import { describeModel } from "./describe-model.ts"
import { type Description, nothingSaid } from "./description.ts"
import { keepLearned, type Learned, recallLearned } from "./learned.ts"
import { hostedProfile, isOutdated, type Known, resolveProfile, textFormatOf } from "./resolve.ts"

/** How the calls of an answer were made. */
type Seen = { asked: ToolFormat; calls: "native" | "text" }

/** What a model can do, as far as it is known by now. */
export type Ability = {
  profile(): Profile
  contextWindow(): number | null
  /** The format to ask in: its server may have refused tools before. */
  formatFor(asked: ToolFormat): ToolFormat
  /** The server has refused tools: the format to ask in instead, which may be no other. */
  toolsRefused(failure: Pick<Failure, "status">): Promise<ToolFormat>
  /** An answer with calls has finished. */
  called(seen: Seen): Promise<void>
  /** The model is sure to be loaded: its server may know better now. */
  answered(): Promise<void>
}

type Subject = { name: string; endpoint: Endpoint; model: string; fetch: HttpFetch }

/** After this many answers in a row with calls in text, a model is no longer offered tools natively. */
const textAnswers = { known: 3, unknown: 1 } as const

/** This many refusals of tools in one run, or one in each of two, and it is kept. */
const refusalsToKeep = 3

/** Finds out what a model can do: from the settings, from what was learned of it before, and from its server. */
export async function openAbility(subject: Subject, settings: ModelSettings): Promise<Ability> {
  const { name, endpoint, model, fetch } = subject
  const set = settings.profiles?.[name]
  const fixed = fixedWindow(name, settings)
  if (endpoint.dialect !== "openai-compatible") return hosted(hostedProfile(set), fixed)

  // Of a hosted model behind a gateway its name says enough.
  const isNamed = endpoint.provider === "openai-compatible" && knownContextWindow(name) !== null
  const settled = fixed !== null && (isNamed || (set?.toolFormat !== undefined && set.strength !== undefined))
  const describe = () => (settled ? nothingSaid : describeModel(endpoint, model, fetch))
  const key = memoryKey(name, endpoint)
  const { known, recalled } = await gather(subject, describe(), settings)
  let suspected = recalled?.suspected ?? false
  let refusals = 0
  let inText = 0
  // A hosted server has it loaded, and has said what it had to say; so has one that lists its models with their windows.
  const isListed = endpoint.provider === "openai-compatible" && known.described.contextWindow !== null
  let isLoaded = settled || isListed || (!endpoint.local && known.described !== nothingSaid)

  async function learn(toolFormat: ToolFormat, because: Learned["because"], certain: Pick<Learned, "suspected"> = {}) {
    const news: Learned = { toolFormat, because, described: known.described.tools, ...certain }
    known.learned = news
    // What follows from the answer is written with it: nothing waits for what is only a convenience.
    void keepLearned(settings.profileMemory, key, news)
  }

  async function refused() {
    refusals++
    const isSure = suspected || refusals >= refusalsToKeep
    await learn(textFormatOf(known), "refused", isSure ? {} : { suspected: true })
  }

  function formatFor(asked: ToolFormat): ToolFormat {
    const refused = asked === "native" && known.learned?.because === "refused"
    return refused && resolveProfile(known).source !== "server" ? textFormatOf(known) : asked
  }

  async function forgetRefusal() {
    known.learned = undefined
    suspected = false
    await keepLearned(settings.profileMemory, key, undefined)
  }

  if (recalled && isOutdated(recalled, known.described)) await forgetRefusal()

  return {
    profile() {
      const profile = resolveProfile(known)
      const toolFormat = formatFor(profile.toolFormat)
      return toolFormat === profile.toolFormat ? profile : { ...profile, toolFormat, source: "learned" }
    },
    contextWindow: () => known.contextWindow,
    formatFor,
    async toolsRefused({ status = 0 }) {
      // A server that is in trouble says many things: only what it says of the request is worth keeping.
      if (status >= 400 && status < 500 && status !== 429) await refused()
      return textFormatOf(known)
    },
    async called({ asked, calls }) {
      inText = calls === "text" ? inText + 1 : 0
      const { source, toolFormat } = resolveProfile(known)
      const enough = source === "default" ? textAnswers.unknown : textAnswers.known
      if (calls === "text" && asked === "native" && inText >= enough && toolFormat === "native") {
        await learn("tagged", "text-calls")
      }
      if (calls !== "native") return
      const wasRefused = suspected || known.learned?.because === "refused"
      suspected = false
      refusals = 0
      // Only its name was known so far, or something contradicts it.
      if (source === "name" || source === "default" || wasRefused) await learn("native", "native-calls")
    },
    async answered() {
      if (isLoaded) return
      isLoaded = true
      const now = await describe()
      if (now.contextWindow !== null) known.contextWindow = fixed ?? now.contextWindow
      if (now.tools !== null || now.families.length > 0) known.described = now
      if (known.learned && isOutdated(known.learned, known.described)) await forgetRefusal()
    },
  }
}

/** What a model can do by what is known without asking it anything: for lists of models. */
export async function profileOf(
  subject: Omit<Subject, "fetch">,
  described: Description,
  settings: ModelSettings,
): Promise<{ profile: Profile; contextWindow: number | null }> {
  const { name, endpoint } = subject
  if (endpoint.dialect !== "openai-compatible") {
    const contextWindow = fixedWindow(name, settings, described.contextWindow)
    return { profile: hostedProfile(settings.profiles?.[name]), contextWindow }
  }
  const { known } = await gather(subject, described, settings)
  return { profile: resolveProfile(known), contextWindow: known.contextWindow }
}

async function gather(
  { name, endpoint, model }: Omit<Subject, "fetch">,
  asked: Description | Promise<Description>,
  settings: ModelSettings,
): Promise<{ known: Known; recalled: Learned | undefined }> {
  const [described, recalled] = await Promise.all([
    asked,
    recallLearned(settings.profileMemory, memoryKey(name, endpoint)),
  ])
  const contextWindow = fixedWindow(name, settings) ?? described.contextWindow
  const learned = recalled?.suspected ? undefined : recalled
  const known = { model, local: endpoint.local, set: settings.profiles?.[name], described, learned, contextWindow }
  return { known, recalled }
}

/** The window that a person has set; else the one that its server lists, or the one in the table. */
function fixedWindow(name: string, settings: ModelSettings, listed: number | null = null): number | null {
  const set = settings.profiles?.[name]?.contextWindow ?? settings.contextWindows?.[name]
  return set ?? listed ?? knownContextWindow(name)
}

function hosted(profile: Profile, contextWindow: number | null): Ability {
  const nothing = () => Promise.resolve()
  return {
    profile: () => profile,
    contextWindow: () => contextWindow,
    formatFor: (asked) => asked,
    toolsRefused: async () => "native",
    called: nothing,
    answered: nothing,
  }
}

// One name may stand for different models on two servers of one's own.
function memoryKey(name: string, { provider, baseUrl }: Endpoint): string {
  return provider === "openai-compatible" ? `profile:${name} at ${baseUrl}` : `profile:${name}`
}
