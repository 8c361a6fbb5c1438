/** Classes of effects, from least to worst. */
export const commandClasses = ["read-only", "workspace", "danger", "forbidden"] as const

export type CommandClass = (typeof commandClasses)[number]

/** A simple command within a command line, as rules and people see it. */
export type Segment = {
  text: string
  /** The text without quoting, as far as known, so that quoting cannot evade a rule. */
  plain: string
  program: string
  class: CommandClass
  why: string
  /** A danger that a sandbox keeps within the mode. */
  held?: true
  /** It reads outside the workspace. */
  outside?: true
}

/** The effects of one simple command. */
export type Judgement = {
  class: CommandClass
  why: string
  /** A danger that a sandbox keeps within the mode: what it could do beyond is not to be had there. */
  held?: true
  /** Reads outside the workspace. */
  outside: boolean
  /** The hosts that it names to connect to. */
  hosts?: readonly string[]
  /** Mentions Holdfast, its store, config or rules. */
  guarded: boolean
  /** It brings files into the workspace that may be links. */
  brings: boolean
  /** The commands that it would run. */
  inner: readonly Segment[]
  /** The absolute paths that it names and may change; glob patterns are kept. */
  paths: readonly string[]
}

export const readOnly = (why = "only reads") => judgement("read-only", why)
export const workspace = (why = "may change files of the workspace") => judgement("workspace", why)
export const danger = (why: string) => judgement("danger", why)
/** Dangerous for what it could reach, which a sandbox keeps from it. */
export const heldDanger = (why: string): Judgement => ({ ...danger(why), held: true })
/** Brings files into the workspace that may be links: from then on a path may lead anywhere. */
export const bringing = (): Judgement => ({ ...workspace("brings files into the workspace"), brings: true })
export const forbidden = (why: string) => judgement("forbidden", why)

/** Combines judgements: the worst class with the first reason for it, and all warnings. */
export function combine(first: Judgement, ...others: readonly Judgement[]): Judgement {
  return others.reduce(
    (a, b) => ({
      ...(outweighs(b, a) ? { class: b.class, why: b.why } : { class: a.class, why: a.why }),
      ...(areHeld(a, b) ? { held: true as const } : {}),
      outside: a.outside || b.outside,
      guarded: a.guarded || b.guarded,
      brings: a.brings || b.brings,
      ...(a.hosts || b.hosts ? { hosts: joined(a.hosts ?? [], b.hosts ?? []) } : {}),
      inner: joined(a.inner, b.inner),
      paths: joined(a.paths, b.paths),
    }),
    first,
  )
}

export function worstClass(classes: readonly CommandClass[]): CommandClass {
  return classes.reduce((a, b) => (rank(b) > rank(a) ? b : a), "read-only")
}

function judgement(kind: CommandClass, why: string): Judgement {
  return { class: kind, why, outside: false, guarded: false, brings: false, inner: [], paths: [] }
}

// One danger that is not held is not made harmless by another that is.
function areHeld(...judgements: readonly Judgement[]): boolean {
  const dangers = judgements.filter((judgement) => rank(judgement.class) >= rank("danger"))
  return dangers.length > 0 && dangers.every(({ held }) => held)
}

function joined<Item>(a: readonly Item[], b: readonly Item[]): readonly Item[] {
  if (b.length === 0) return a
  return a.length === 0 ? b : [...a, ...b]
}

function outweighs(a: Judgement, b: Judgement): boolean {
  return rank(a.class) > rank(b.class) || (a.class === b.class && a.outside && !b.outside)
}

function rank(kind: CommandClass): number {
  return commandClasses.indexOf(kind)
}
