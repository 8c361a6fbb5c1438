/** The one of that name. */
export function named<Named extends { name: string }>(all: readonly Named[], name: string): Named {
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`There is none called ${name}`)
  return found
}

/** Those whose names hold one of the words; all where none is given. */
export function chosen<Named extends { name: string }>(
  all: readonly Named[],
  words: readonly string[],
): readonly Named[] {
  return words.length === 0 ? all : all.filter(({ name }) => words.some((word) => name.includes(word)))
}
