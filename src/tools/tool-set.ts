import { z } from "zod"
import { plainName } from "../base/plain-name.ts"
import { wordDistance } from "./arguments/word-distance.ts"
import { askTool } from "./ask.ts"
import { bashTool } from "./bash.ts"
import type { Tool } from "./contract.ts"
import { editTool } from "./edit.ts"
import { exploreTool } from "./explore.ts"
import { gitTool } from "./git.ts"
import { globTool } from "./glob.ts"
import { grepTool } from "./grep.ts"
import { jobsTool } from "./jobs.ts"
import { memoryReadTool, memoryWriteTool } from "./memory.ts"
import { notepadReadTool, notepadWriteTool } from "./notepad.ts"
import { patchTool } from "./patch.ts"
import { readTool } from "./read.ts"
import { skillTool } from "./skill.ts"
import { todoTool } from "./todo.ts"
import { writeTool } from "./write.ts"

/** The tools that the agent has. */
export const tools: readonly Tool[] = [
  readTool,
  writeTool,
  editTool,
  patchTool,
  globTool,
  grepTool,
  bashTool,
  jobsTool,
  gitTool,
  todoTool,
  askTool,
  memoryReadTool,
  memoryWriteTool,
  notepadReadTool,
  notepadWriteTool,
  exploreTool,
  skillTool,
]

/** Names that models use for our tools, from the tools that they were trained with. Compared without case and marks. */
export const toolAliases: Readonly<Record<string, string>> = {
  readfile: "read",
  view: "read",
  viewfile: "read",
  openfile: "read",
  cat: "read",
  writefile: "write",
  createfile: "write",
  create: "write",
  savefile: "write",
  editfile: "edit",
  strreplace: "edit",
  strreplaceeditor: "edit",
  strreplacebasededittool: "edit",
  searchreplace: "edit",
  replace: "edit",
  replaceinfile: "edit",
  applypatch: "patch",
  applydiff: "patch",
  findfiles: "glob",
  listfiles: "glob",
  ls: "glob",
  search: "grep",
  searchfiles: "grep",
  grepsearch: "grep",
  ripgrep: "grep",
  rg: "grep",
  shell: "bash",
  sh: "bash",
  exec: "bash",
  runcommand: "bash",
  execute: "bash",
  executecommand: "bash",
  terminal: "bash",
  runshellcommand: "bash",
  runterminalcmd: "bash",
  todowrite: "todo",
  todos: "todo",
  updateplan: "todo",
  askuserquestion: "ask",
  askuser: "ask",
  askfollowupquestion: "ask",
  question: "ask",
  projectmemoryread: "memory_read",
  projectmemorywrite: "memory_write",
  projectmemoryaddnote: "memory_write",
  projectmemoryadddirective: "memory_write",
  notepadappend: "notepad_write",
  task: "explore",
}

/** The tool that a model means by a name. */
export function findTool(among: readonly Tool[], name: string): Tool | undefined {
  return among.find((tool) => tool.name === name) ?? called(among, name) ?? called(among, bareName(name))
}

function called(among: readonly Tool[], name: string): Tool | undefined {
  const plain = plainName(name)
  return among.find((tool) => plainName(tool.name) === plain) ?? among.find((tool) => tool.name === toolAliases[plain])
}

/** Without the namespace and the marks of a template: `functions.read`, `read<|channel|>commentary`, `read:0`. */
function bareName(name: string): string {
  return name
    .replace(/<\|.*$/s, "")
    .replace(/:\d+$/, "")
    .replace(/^.*(?:[.:/]|__)(?=[A-Za-z])/, "")
}

/** The one tool whose name is a slip away from what the model wrote; undefined where there is none, or more than one. */
export function nearestTool(among: readonly Tool[], name: string): Tool | undefined {
  const plain = plainName(name)
  // In a short name a slip or two make another word.
  const allowed = Math.min(slips.most, Math.floor(plain.length / slips.letters))
  const distances = among.map((tool) => ({ tool, distance: wordDistance(plain, plainName(tool.name)) }))
  const nearest = Math.min(...distances.map(({ distance }) => distance))
  const [first, ...others] = distances.filter(({ distance }) => distance === nearest)
  return nearest <= allowed && others.length === 0 ? first?.tool : undefined
}

/** How many slips a name may have, and for how many letters one is allowed. */
const slips = { most: 2, letters: 3 } as const

/** The tools as they are described to a model. */
export function describeTools(among: readonly Tool[]) {
  return among.map(({ name, description, schema }) => ({ name, description, parameters: parametersOf(schema) }))
}

/** The JSON Schema of a tool's arguments, without what no model needs. */
export function parametersOf(schema: z.ZodType): Record<string, unknown> {
  const made = known.get(schema)
  if (made) return made
  const { $schema, ...parameters } = z.toJSONSchema(schema, { io: "input", target: "draft-7" })
  const small: Record<string, unknown> = compact(parameters)
  known.set(schema, small)
  return small
}

// Asked for with every step and every call.
const known = new WeakMap<z.ZodType, Record<string, unknown>>()

/** Bounds of one value, which a model keeps without being told; a call that does not is refused with the reason. */
const bounds = new Set(["minLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"])

function compact<Value>(schema: Value): Value {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (bounds.has(key) && typeof value === "number" ? undefined : value)),
  )
}
