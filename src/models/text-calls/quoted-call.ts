import type { Message } from "../contract.ts"

type Written = { name: string; arguments: Record<string, unknown> | string }

/**
 * Law: privilege. What a file, a tool or the person wrote is no wish of the model, however the model repeats it: a call
 * in the text of an answer that also occurs in what was sent to the model is a quotation.
 */
export function quotedFrom(messages: readonly Message[]): (written: string, call: Written) => boolean {
  let given: string | undefined
  return (written, call) => {
    given ??= messages.map(textOf).map(folded).join("\n")
    return given.includes(folded(written)) || holdsCall(given, call)
  }
}

/** What the model was given to read: not what it said itself. */
function textOf(message: Message): string {
  switch (message.role) {
    case "assistant":
      return ""
    case "tool":
      return message.text
    case "user":
      return [
        message.text,
        ...(message.attachments ?? []).filter(isText).map(({ bytes }) => decoder.decode(bytes)),
      ].join("\n")
    default:
      return message satisfies never
  }
}

const decoder = new TextDecoder()

const isText = ({ mediaType }: { mediaType: string }) => /^text\/|json|xml|yaml|javascript/.test(mediaType)

/** Whether the call occurs there as JSON, in whatever wrapping: the name, the key of the arguments, the arguments. */
function holdsCall(given: string, { name, arguments: written }: Written): boolean {
  const sent = folded(typeof written === "string" ? written : JSON.stringify(written))
  if (sent.length < shortest) return false
  for (let at = given.indexOf(sent); at >= 0; at = given.indexOf(sent, at + 1)) {
    const before = given.slice(Math.max(0, at - reach), at).toLowerCase()
    if (before.includes(folded(name).toLowerCase()) && argumentsKey.test(before)) return true
  }
  return false
}

/** How far before its arguments the name of a call may stand. */
const reach = 120
/** `{}` occurs everywhere. */
const shortest = 4
const argumentsKey = /(?:arguments|parameters|args|params|input):$/

/** Without white space, quotes and escapes, and without the numbers and marks that tools put before lines. */
function folded(text: string): string {
  return text
    .replace(/^(?:[ \t]*\d+\t|[+>-] ?)/gm, "")
    .replace(/\\[nrt]/g, "")
    .replace(/[\s"'`\\]/g, "")
}
