import { knownContextWindow } from "../context-window.ts"
import type { Profile, ToolFormat } from "../contract.ts"
import type { Endpoint } from "../providers.ts"
import type { ModelSettings } from "../settings.ts"
import { describeModel } from "./describe.ts"
import { type Description, nothingSaid } from "./description.ts"
import { keepLearned, type Learned, recallLearned } from "./learned.ts"
import { hostedProfile, type Known, resolveProfile, textFormatOf } from "./resolve.ts"

/** How the calls of an answer were made. */
type Seen = { asked: ToolFormat; calls: "native" | "text" }

/** What a model can do, as far as it is known by now. */
export type Ability = {
  profile(): Profile
  contextWindow(): number | null
  /** The format to ask in: its server may have refused tools before. */
  formatFor(asked: ToolFormat): ToolFormat
  /** The server has refused tools: from now on they are told of in text. */
  toolsRefused(): Promise<void>
  /** An answer with calls has come to its end. */
  called(seen: Seen): Promise<void>
  /** The model is sure to be loaded: its server may know better now. */
  answered(): Promise<void>
}

type Subject = { name: string; endpoint: Endpoint; model: string; fetch: typeof globalThis.fetch }

/** This many answers in a row with calls in text, and a model is no longer told of tools natively. */
const textAnswers = 3

/** Finds out what a model can do: from the settings, from what was learned of it before, and from its server. */
export async function openAbility(subject: Subject, settings: ModelSettings): Promise<Ability> {
  const { name, endpoint, model, fetch } = subject
  const set = settings.profiles?.[name]
  const fixed = fixedWindow(name, settings)
  if (endpoint.dialect !== "openai-compatible") return hosted(hostedProfile(set), fixed)

  const settled = fixed !== null && set?.toolFormat !== undefined && set.strength !== undefined
  const describe = () => (settled ? nothingSaid : describeModel(endpoint, model, fetch))
  const key = memoryKey(name, endpoint)
  const known = await gather(subject, describe(), settings)
  let inText = 0
  // A hosted server has it loaded, and has said what it had to say.
  let isLoaded = settled || (!endpoint.local && known.described !== nothingSaid)

  async function learn(toolFormat: ToolFormat, because: Learned["because"]) {
    const news: Learned = { toolFormat, because, described: known.described.tools }
    known.learned = news
    await keepLearned(settings.profileMemory, key, news)
  }

  return {
    profile: () => resolveProfile(known),
    contextWindow: () => known.contextWindow,
    formatFor(asked) {
      const refused = asked === "native" && known.learned?.because === "refused"
      return refused && resolveProfile(known).source !== "server" ? textFormatOf(known) : asked
    },
    toolsRefused: () => learn(textFormatOf(known), "refused"),
    async called({ asked, calls }) {
      inText = calls === "text" ? inText + 1 : 0
      const { source, toolFormat } = resolveProfile(known)
      if (calls === "text" && asked === "native" && inText >= textAnswers && toolFormat === "native") {
        await learn("tagged", "text-calls")
      }
      // Nobody but its name spoke for it so far.
      if (calls === "native" && (source === "name" || source === "default")) await learn("native", "native-calls")
    },
    async answered() {
      if (isLoaded) return
      isLoaded = true
      const now = await describe()
      if (now.contextWindow !== null) known.contextWindow = fixed ?? now.contextWindow
      if (now.tools !== null || now.families.length > 0) known.described = now
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
  const known = await gather(subject, described, settings)
  return { profile: resolveProfile(known), contextWindow: known.contextWindow }
}

async function gather(
  { name, endpoint, model }: Omit<Subject, "fetch">,
  asked: Description | Promise<Description>,
  settings: ModelSettings,
): Promise<Known> {
  const [described, learned] = await Promise.all([
    asked,
    recallLearned(settings.profileMemory, memoryKey(name, endpoint)),
  ])
  const contextWindow = fixedWindow(name, settings) ?? described.contextWindow
  return { model, local: endpoint.local, set: settings.profiles?.[name], described, learned, contextWindow }
}

/** The window that a person has set; else the one that is told, or stands in the table. */
function fixedWindow(name: string, settings: ModelSettings, told: number | null = null): number | null {
  const set = settings.profiles?.[name]?.contextWindow ?? settings.contextWindows?.[name]
  return set ?? told ?? knownContextWindow(name)
}

function hosted(profile: Profile, contextWindow: number | null): Ability {
  const nothing = () => Promise.resolve()
  return {
    profile: () => profile,
    contextWindow: () => contextWindow,
    formatFor: (asked) => asked,
    toolsRefused: nothing,
    called: nothing,
    answered: nothing,
  }
}

// One name may stand for different models on two servers of one's own.
function memoryKey(name: string, { provider, baseUrl }: Endpoint): string {
  return provider === "openai-compatible" ? `profile:${name} at ${baseUrl}` : `profile:${name}`
}
