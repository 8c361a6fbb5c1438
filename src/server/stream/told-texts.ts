import type { Channel, Delta } from "../../session/partial.ts"
import { isSamePrint, noPrint, type Print, printOn } from "./print.ts"

/** How much of the text of open intents was told, by intent and channel. Changed in place. */
export type ToldTexts = Map<string, { intent: number; channel: Channel; print: Print }>

/** Of so many texts of a session it is remembered how far they were told; of others the whole is told again. */
const mostTexts = 6

/**
 * What of a piece of text is new to the listener. A text that is told from its beginning, after a reconnect or when its
 * driver changed, is cut to what is new if what was told before is provably its beginning: a crash may have lost the end.
 */
export function newOf(texts: ToldTexts, delta: Delta): Delta | undefined {
  const key = `${delta.seq} ${delta.channel}`
  const known = texts.get(key)?.print
  const fresh = known && delta.offset === 0 ? rest(known, delta) : delta
  const print = grown(known, fresh)
  texts.delete(key)
  if (print) texts.set(key, { intent: delta.seq, channel: delta.channel, print })
  const [oldest] = texts.keys()
  if (texts.size > mostTexts && oldest !== undefined) texts.delete(oldest)
  return known && fresh.text === "" && fresh.offset === known.length ? undefined : fresh
}

function rest(known: Print, delta: Delta): Delta {
  const { length } = known
  if (delta.text.length < length || !isSamePrint(known, printOn(noPrint, delta.text.slice(0, length)))) return delta
  return { ...delta, offset: length, text: delta.text.slice(length) }
}

// Of a text that was corrected in the middle nothing is remembered: the print of its beginning is not known.
function grown(known: Print | undefined, { offset, text }: Delta): Print | undefined {
  if (offset === 0) return printOn(noPrint, text)
  return known?.length === offset ? printOn(known, text) : undefined
}
