import { codeSpan } from "../../workflow/text.ts"

/** What starts a line only where a model calls a tool. Looked for when no call could be read. */
const marks: readonly RegExp[] = [
  /^[ \t]*<(?:\w+:)?(?:tool[_-]?calls?|function[_-]?calls?|tool[_-]?use|tool[_-]?code|invoke[ >]|function=)/im,
  /^[ \t]*<[|｜](?:tool|python_tag|plugin|action)/im,
  /^[ \t]*\[(?:tool_calls\]|(?:calls?|use)\s+\w+\s+tool\b)/im,
  /^[ \t]*\**Action:\**[ \t]*\w+[\s\S]*?^[ \t]*\**Action[ _]Input:/im,
]

/** One object and nothing else, with a name and arguments: a call of something that is no tool. */
const bare = /^\{\s*"(?:name|tool|tool_name)"\s*:\s*"[^"]+"\s*,\s*"(?:arguments|parameters|args|params)"\s*:[\s\S]*\}$/

/** Text behind the end of a call: a model that calls a tool stops there, one that quotes a call continues. */
const goesOn = /<\/[\w:|-]+>\s*(?:[^\s<]+\s+){3}[^\s<][^<]*$/

/** Whether an answer in which no call was found holds the marks of one. What it quotes as code is none. */
export function hasCallMarks(text: string): boolean {
  const said = text.replace(codeSpan, " ")
  if (goesOn.test(said)) return false
  return marks.some((mark) => mark.test(said)) || bare.test(text.trim())
}
