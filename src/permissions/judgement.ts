/** What a command may do, from the least to the worst. */
export const commandClasses = ["read-only", "workspace", "danger", "forbidden"] as const

export type CommandClass = (typeof commandClasses)[number]

/** One part of a command that runs on its own, as rules and people see it. */
export type Segment = {
  text: string
  /** The text without the quoting, as far as it is known: what a rule must not miss. */
  plain: string
  program: string
  class: CommandClass
  why: string
}

/** What one part of a command would do. */
export type Judgement = {
  class: CommandClass
  why: string
  /** It reads something outside of the workspace. */
  outside: boolean
  /** It names Holdfast itself, or its store, config or policy. */
  guarded: boolean
  /** The commands that it would run in turn. */
  inner: readonly Segment[]
  /** The absolute paths that it may change, as far as they are named; a pattern of names has its marks. */
  paths: readonly string[]
}

export const readOnly = (why = "only reads") => judgement("read-only", why)
export const workspace = (why = "may change files of the workspace") => judgement("workspace", why)
export const danger = (why: string) => judgement("danger", why)
export const forbidden = (why: string) => judgement("forbidden", why)

/** Everything at once: the worst class with its reason, and every warning. The first of equals gives the reason. */
export function combine(first: Judgement, ...others: readonly Judgement[]): Judgement {
  return others.reduce(
    (a, b) => ({
      ...(outweighs(b, a) ? { class: b.class, why: b.why } : { class: a.class, why: a.why }),
      outside: a.outside || b.outside,
      guarded: a.guarded || b.guarded,
      inner: joined(a.inner, b.inner),
      paths: joined(a.paths, b.paths),
    }),
    first,
  )
}

/** The worst of some classes. */
export function worstClass(classes: readonly CommandClass[]): CommandClass {
  return classes.reduce((a, b) => (rank(b) > rank(a) ? b : a), "read-only")
}

function judgement(kind: CommandClass, why: string): Judgement {
  return { class: kind, why, outside: false, guarded: false, inner: [], paths: [] }
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
