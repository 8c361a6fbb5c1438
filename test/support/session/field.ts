import fc from "fast-check"

/** A field that may be left out. */
type Maybe<T> = { maybe: fc.Arbitrary<T> }
type Fields = Readonly<Record<string, fc.Arbitrary<unknown> | Maybe<unknown>>>
type Made<F extends Fields> = {
  [K in keyof F as F[K] extends Maybe<unknown> ? never : K]: F[K] extends fc.Arbitrary<infer V> ? V : never
} & { [K in keyof F as F[K] extends Maybe<unknown> ? K : never]?: F[K] extends Maybe<infer V> ? V : never }

export function record<const F extends Fields>(fields: F): fc.Arbitrary<Made<F>> {
  const arbitraries: Record<string, fc.Arbitrary<unknown>> = {}
  const requiredKeys: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    if (!("maybe" in field)) requiredKeys.push(name)
    arbitraries[name] = "maybe" in field ? field.maybe : field
  }
  return fc.record(arbitraries, { requiredKeys }) as fc.Arbitrary<Made<F>>
}

export function maybe<T>(arbitrary: fc.Arbitrary<T>): Maybe<T> {
  return { maybe: arbitrary }
}

export function orNull<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.option(arbitrary, { nil: null })
}

export function oneOf<const T>(values: readonly T[]): fc.Arbitrary<T> {
  return fc.constantFrom(...values)
}

export function idFrom(pool: string): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 3 }).map((n) => `${pool}-${n}`)
}

export function text(): fc.Arbitrary<string> {
  return fc.string({ maxLength: 12, unit: "grapheme" })
}

export function texts(): fc.Arbitrary<string[]> {
  return fc.array(text(), { maxLength: 2 })
}

export function code(): fc.Arbitrary<string> {
  return oneOf(["alpha", "beta"])
}

export function seq(): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: 60 })
}

export function count(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 99 })
}

export function fraction(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true })
}

export function hash(): fc.Arbitrary<string> {
  return oneOf(["a", "b"]).map((digit) => digit.repeat(64))
}

export function blob(): fc.Arbitrary<{ blob: string; bytes: number }> {
  return fc.record({ blob: hash(), bytes: count() })
}

export function output(): fc.Arbitrary<{ text: string; whole?: { blob: string; bytes: number } }> {
  return record({ text: text(), whole: maybe(blob()) })
}

export function fileChange(): fc.Arbitrary<{ path: string; before: string | null; after: string | null }> {
  return fc.record({ path: text(), before: orNull(hash()), after: orNull(hash()) })
}

export function usage(): fc.Arbitrary<{ input: number; output: number; cost?: number }> {
  return record({ input: count(), output: count(), cost: maybe(fraction()) })
}
