import type { Word } from "unbash"
import { isUnknown } from "./mark.ts"
import type { Values } from "./variables.ts"
import { readWord, type Variables } from "./word.ts"

/** The words of a command as bash would see them, with marks for what is known only when it runs. */
export type Words = readonly string[]

/** What a command may be: first what is certain, then what it is for each value that a variable may have. */
export type Readings = readonly [Words, ...Words[]]

/** The words that some words of a command line become, for the values that variables have or may have. */
export function readingsOf(words: readonly Word[], values: Values, place: Omit<Variables, "values">): Readings {
  const read = (known: Variables["values"]) => words.flatMap((word) => readWord(word, { ...place, values: known }))
  const certain = readEach(values.certain, read)
  const possible = certain.some((reading) => reading.some(isUnknown)) ? readEach(values.possible, read) : []
  return distinct([...certain, ...possible])
}

/**
 * With all the values of a variable at once, and with each on its own: `git $x` may be harmless for one and not for
 * another, and what is the value of an option for one is an operand among others.
 */
function readEach(known: Variables["values"], read: (known: Variables["values"]) => Words): Readings {
  let count = 1
  const all = read((name, at) => {
    const values = known(name, at)
    count = Math.max(count, values?.length ?? 0)
    return values
  })
  if (count === 1) return [all]
  const each = Array.from({ length: count }, (_, choice) =>
    read((name, at) => {
      const values = known(name, at)
      return values?.slice(choice % values.length).slice(0, 1)
    }),
  )
  return [all, ...each]
}

function distinct([first, ...others]: Readings): Readings {
  const seen = new Set([first.join("\n")])
  return [first, ...others.filter((words) => seen.size < seen.add(words.join("\n")).size)]
}
