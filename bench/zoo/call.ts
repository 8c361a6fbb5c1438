import type { Offered, Talk } from "./talk.ts"
import type { Intention, TodoItem } from "./task.ts"

/** A call as it goes over the wire: the arguments are whatever text the model wrote. */
export type Call = { name: string; arguments: string; id?: string; asObject?: true }

/** The call that gets an intention across with the tools that are offered; undefined where there is none for it. */
export function callFor(intention: Intention, { tools, form }: Talk, workspace: string): Call | undefined {
  const among = form === "native" ? tools : ours
  const tool = kinds[intention.do].map((name) => among.find((one) => one.name === name)).find(Boolean)
  if (!tool) return intention.do === "run" ? undefined : callFor(byShell(intention), { tools, form } as Talk, workspace)
  const given = argumentsFor(intention, tool, workspace)
  return { name: tool.name, arguments: JSON.stringify({ ...given, ...fillers(tool, given) }) }
}

/** What the tools of agents are called, the likeliest first. */
const kinds: Readonly<Record<Intention["do"], readonly string[]>> = {
  read: ["read", "read_file", "view", "view_file", "cat"],
  write: ["write", "write_file", "create_file", "create"],
  edit: ["edit", "replace", "edit_file", "str_replace", "search_replace"],
  run: ["bash", "shell", "run_shell_command", "exec_command", "execute_command", "exec"],
  todo: ["todo", "todowrite", "todo_write", "write_todos", "update_plan"],
}

/** What their arguments are called. */
const names = {
  path: ["path", "file_path", "filePath", "filepath", "absolute_path", "filename", "file"],
  content: ["content", "contents", "text", "file_text"],
  old: ["old", "old_string", "oldString", "oldText", "old_str"],
  new: ["new", "new_string", "newString", "newText", "new_str"],
  command: ["command", "cmd"],
  items: ["items", "todos", "plan"],
} as const

/** Where no tools are declared to the server, the instructions name them. */
const ours: readonly Offered[] = [
  { name: "read", properties: { path: {} }, required: ["path"] },
  { name: "write", properties: { path: {}, content: {} }, required: ["path", "content"] },
  { name: "edit", properties: { path: {}, old: {}, new: {} }, required: ["path", "old", "new"] },
  { name: "bash", properties: { command: {} }, required: ["command"] },
]

function argumentsFor(intention: Intention, tool: Offered, workspace: string): Record<string, unknown> {
  const named = (what: keyof typeof names) => names[what].find((name) => tool.properties[name]) ?? what
  const path = (given: string) => {
    const name = named("path")
    const about = `${name} ${tool.properties[name]?.description ?? ""}`
    const isAbsolute = /absolute/i.test(about) && !/relative or absolute|absolute or relative/i.test(about)
    return { [name]: isAbsolute && tool.name !== "bash" && !given.startsWith("/") ? `${workspace}/${given}` : given }
  }
  switch (intention.do) {
    case "read":
      return path(intention.path)
    case "write":
      return { ...path(intention.path), [named("content")]: intention.content }
    case "edit": {
      const { old, new: replacement } = intention
      if (tool.properties.edits) return { ...path(intention.path), edits: [{ oldText: old, newText: replacement }] }
      return { ...path(intention.path), [named("old")]: old, [named("new")]: replacement }
    }
    case "run": {
      const name = named("command")
      const isList = tool.properties[name]?.type === "array"
      return { [name]: isList ? ["bash", "-lc", intention.command] : intention.command }
    }
    case "todo":
      return { [named("items")]: listedAs(intention.items, tool.properties[named("items")]?.items) }
    default:
      return intention satisfies never
  }
}

/** The items of a list, as the tool calls their parts. */
function listedAs(items: readonly TodoItem[], schema: unknown): Record<string, string>[] {
  const parts = (schema as { properties?: Record<string, { enum?: string[] }> } | undefined)?.properties ?? {}
  const among = (keys: readonly string[]) => keys.find((key) => parts[key]) ?? keys[0] ?? ""
  const [text, state] = [among(["text", "content", "step"]), among(["state", "status"])]
  const active = parts[state]?.enum?.find((value) => /active|progress/.test(value)) ?? "active"
  return items.map((item) => ({ [text]: item.text, [state]: item.state === "active" ? active : item.state }))
}

/** What else a tool insists on. */
function fillers(tool: Offered, given: Record<string, unknown>): Record<string, unknown> {
  const missing = tool.required.filter((name) => !(name in given))
  return Object.fromEntries(missing.map((name) => [name, filler(tool.properties[name]?.type)]))
}

function filler(type: string | undefined): unknown {
  if (type === "boolean") return false
  if (type === "number" || type === "integer") return 1
  return type === "array" ? [] : "the next step"
}

function byShell(intention: Exclude<Intention, { do: "run" }>): Intention {
  switch (intention.do) {
    case "read":
      return { do: "run", command: `cat ${intention.path}` }
    case "write":
      return { do: "run", command: `cat > ${intention.path} <<'END'\n${intention.content}END` }
    case "edit": {
      const { path, old, new: replacement } = intention
      const program = `const fs=require("fs");const [p,o,n]=${JSON.stringify([path, old, replacement])};fs.writeFileSync(p,fs.readFileSync(p,"utf8").replace(o,()=>n))`
      return { do: "run", command: `node - <<'END'\n${program}\nEND` }
    }
    // An agent without such a tool: the list stays in the model's head.
    case "todo":
      return { do: "run", command: "true" }
    default:
      return intention satisfies never
  }
}
