import { posix } from "node:path"
import { plainName } from "../../base/plain-name.ts"

/** Other names of arguments that fit every tool which has the argument. */
export const commonAliases: Readonly<Record<string, string>> = {
  file_path: "path",
  filepath: "path",
  file: "path",
  filename: "path",
  file_name: "path",
  target_file: "path",
  absolute_path: "path",
  relative_path: "path",
  directory: "path",
  directory_path: "path",
  dir: "path",
  folder: "path",
  cmd: "command",
  start_line: "offset",
  max_lines: "limit",
}

/** Whether two names are one but for case and marks. */
const sameName = (one: string, other: string) => plainName(one) === plainName(other)

/** The argument that is meant by a name. */
export function meaningOf(
  name: string,
  properties: Readonly<Record<string, unknown>>,
  aliases: Readonly<Record<string, string>>,
): string | undefined {
  const own = Object.keys(properties).find((property) => sameName(property, name))
  if (own) return own
  const alias = aliases[name] ?? Object.entries(aliases).find(([other]) => sameName(other, name))?.[1]
  return alias !== undefined && Object.hasOwn(properties, alias) ? alias : undefined
}

/** What models say about a call rather than to it: without it the call does the same. */
const aboutTheCall: ReadonlySet<string> = new Set(
  [
    "description explanation reason reasoning rationale justification purpose intent thought thoughts thinking",
    "title summary comment id call_id tool_call_id type language verbose task_progress security_risk requires_approval",
    // About the output, the time, and counts of what is given: leaving them out changes nothing that is done.
    "max_output_tokens yield_time_ms timeout_ms line_count expected_replacements",
  ].flatMap((line) => line.split(" ").map(plainName)),
)

/** Arguments that ask for what is done anyway, with the values that do. */
const doneAnyway: Readonly<Record<string, (value: unknown) => boolean>> = {
  // The name of the call, or of a file that the call would miss.
  name: (value) => typeof value === "string" && !/[./\\]/.test(value),
  tool: (value) => typeof value === "string",
  encoding: (value) => typeof value === "string" && plainName(value) === "utf8",
  overwrite: (value) => isYes(value),
  createdirs: (value) => isYes(value),
  createdirectories: (value) => isYes(value),
}

/** Whether a call without this argument, which its tool does not know, does what was meant. */
export function isHarmless(name: string, value: unknown): boolean {
  const plain = plainName(name)
  return aboutTheCall.has(plain) || (Object.hasOwn(doneAnyway, plain) && doneAnyway[plain]?.(value) === true)
}

const isYes = (value: unknown) => value === true || value === "true"

const modes: Readonly<Record<string, boolean>> = {
  append: true,
  a: true,
  add: true,
  write: false,
  w: false,
  overwrite: false,
  create: false,
  replace: false,
}

/** `mode: "append"`, as the argument of a tool that can append says it. */
export function appendMeant(name: string, value: unknown): boolean | undefined {
  if (!["mode", "writemode"].includes(plainName(name)) || typeof value !== "string") return undefined
  const mode = value.trim().toLowerCase()
  return Object.hasOwn(modes, mode) ? modes[mode] : undefined
}

/** An argument as it was given. */
export type Named = { name: string; value: unknown }

/** One path where a directory and the bare name of a file in it were given apart; undefined where that is not sure. */
export function joinedPath(one: Named, other: Named): string | undefined {
  const directory = only([one, other], isDirectoryName) ?? only([one, other], looksLikeDirectory)
  const file = directory === one ? other : one
  if (typeof directory?.value !== "string" || typeof file.value !== "string") return undefined
  return isBareFile(file.value) ? posix.join(directory.value, file.value) : undefined
}

function only(among: readonly Named[], fits: (each: Named) => boolean): Named | undefined {
  const [found, ...others] = among.filter(fits)
  return others.length === 0 ? found : undefined
}

const isDirectoryName = ({ name }: Named) => ["directory", "directorypath", "dir", "folder"].includes(plainName(name))

/** A `path` beside the name of a file is a directory unless it looks like a file itself. */
const looksLikeDirectory = ({ name, value }: Named) =>
  name === "path" && typeof value === "string" && value !== "" && !posix.basename(value).includes(".")

const isBareFile = (value: string) => /^[^/\\]+$/.test(value) && value !== "." && value !== ".."
