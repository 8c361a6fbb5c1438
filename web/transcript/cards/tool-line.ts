import { clippedLine } from "../../../src/base/clip.ts"
import { lookup } from "../../../src/base/lookup.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { texts } from "../../texts.ts"

type Tool = Pick<Item<"tool">, "name" | "arguments" | "changed">

/** The kind of tool, which decides how its details are shown. */
export type ToolKind = "command" | "file" | "look" | "search" | "todo" | "explore" | "other"

const kinds: Readonly<Record<string, ToolKind>> = {
  bash: "command",
  git: "command",
  jobs: "command",
  write: "file",
  edit: "file",
  patch: "file",
  read: "look",
  glob: "search",
  grep: "search",
  todo: "todo",
  explore: "explore",
}

export const toolKind = (name: string): ToolKind => lookup(kinds, name) ?? "other"

/** A call on one line: a verb and its object. */
export function toolLine({ name, arguments: args, changed }: Tool): { verb: string; target: string } {
  const verb = lookup(texts.cards.tool.verbs, name) ?? name
  return { verb, target: clippedLine(targetOf(name, args, changed), longest) }
}

function targetOf(name: string, args: Tool["arguments"], changed: Tool["changed"]): string {
  switch (name) {
    case "bash":
      return text(args.command)
    case "git":
      return [text(args.action), ...(Array.isArray(args.args) ? args.args.map(text) : [])].join(" ")
    case "patch": {
      const paths = patchedPaths(text(args.patch))
      const files = Math.max(paths.length, changed.length)
      return files === 1 ? (paths[0] ?? "") : texts.cards.tool.files(files)
    }
    case "grep":
      return [text(args.pattern), text(args.include), text(args.path)].filter(Boolean).join(" · ")
    case "todo": {
      const items = todosOf(args)
      return texts.cards.tool.items(items.filter(({ state }) => state === "completed").length, items.length)
    }
    default:
      return text(args.path) || text(args.pattern) || text(args.question) || firstText(args)
  }
}

export function patchedPaths(patch: string): readonly string[] {
  const heads = patch.matchAll(/^\+\+\+ (?:b\/)?([^\t\n]+)|^\*\*\* (?:Update|Add|Delete) File: (.+)$/gm)
  const names = [...heads].map(([, unified, marked]) => (unified ?? marked ?? "").trim())
  return [...new Set(names.filter((name) => name !== "" && name !== "/dev/null"))]
}

export type Todo = { text: string; state: "pending" | "active" | "completed" }

/** The todo list that a call sets. */
export function todosOf({ items }: Tool["arguments"]): readonly Todo[] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown): Todo[] => {
    const { text: said, state } = (typeof item === "object" && item !== null ? item : {}) as Record<string, unknown>
    if (typeof said !== "string") return []
    return [{ text: said, state: state === "active" || state === "completed" ? state : "pending" }]
  })
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? `${value}` : ""

function firstText(args: Tool["arguments"]): string {
  return Object.values(args).map(text).find(Boolean) ?? ""
}

const longest = 200
