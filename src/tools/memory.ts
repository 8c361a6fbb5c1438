import { z } from "zod"
import { parseJson } from "../base/parse-json.ts"
import { HoldfastError } from "../session/error.ts"
import { redactDeep } from "../session/redact.ts"
import type { Edit, Look } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { withEntry } from "./notepad-text.ts"
import { noteDraft, noteFiles, notesAccess, readNote, today } from "./notes.ts"

const memory = z.looseObject({
  notes: z.array(z.unknown()).optional(),
  directives: z.array(z.unknown()).optional(),
})

const reading = z.object({ section: z.string().optional() })

/** Shows what is remembered of the project. */
export const memoryReadTool: Look<z.infer<typeof reading>> = {
  kind: "look",
  name: "memory_read",
  description: "Shows what is remembered of this project.",
  schema: reading,
  access: (_, context) => notesAccess(context, "read", ["memory"]),
  run: ({ section }, context) =>
    orFailed(async () => {
      const known = redactDeep(parseMemory(await readNote(context, "memory")))
      if (Object.keys(known).length === 0) return { status: "ok", text: "Nothing is remembered yet." }
      if (section === undefined) return { status: "ok", text: JSON.stringify(known, null, 2) }
      if (Object.hasOwn(known, section)) return { status: "ok", text: JSON.stringify(known[section], null, 2) }
      return failed(`Nothing is remembered under ${section}. There is ${Object.keys(known).join(", ")}.`)
    }),
}

const writing = z.object({
  action: z.enum(["note", "directive", "set"]).optional().describe("set replaces a section"),
  content: z.string().min(1).describe("words, or JSON for set"),
  category: z.string().optional(),
  priority: z.enum(["high", "normal"]).optional(),
  context: z.string().optional(),
  section: z.string().optional(),
})

type Writing = z.infer<typeof writing>

/** Remembers something of the project. */
export const memoryWriteTool: Edit<Writing> = {
  kind: "edit",
  name: "memory_write",
  description:
    "Remembers for later sessions: a note (a fact), a directive (what the person wants) or a section of facts.",
  schema: writing,
  aliases: {
    note: "content",
    directive: "content",
    memory: "content",
    text: "content",
    key: "section",
    type: "action",
  },
  access: ({ action = "note" }, context) =>
    notesAccess(context, "write", action === "note" ? ["memory", "notepad"] : ["memory"]),
  draft: (given, context) =>
    orFailed(async () => {
      // What is remembered is sent to every later model: a secret must not be part of it.
      const args = given.action === "set" ? given : redactDeep(given)
      if (args.action === "set" && args.section === undefined)
        return failed("Say which section to set, such as conventions.")
      const remembered = await noteDraft(
        context,
        "memory",
        (text) => `${JSON.stringify(changed(parseMemory(text), args), null, 2)}\n`,
      )
      if ((args.action ?? "note") !== "note") return { drafts: [remembered] }
      const content = args.category ? `[${args.category}] ${args.content}` : args.content
      return {
        drafts: [
          remembered,
          await noteDraft(context, "notepad", (text) => withEntry(text, "working", { day: today(), content })),
        ],
      }
    }),
}

function changed(
  known: z.infer<typeof memory>,
  { action = "note", content, ...more }: Writing,
): Record<string, unknown> {
  const { category = "general", priority = "normal", context, section = "" } = more
  switch (action) {
    case "note":
      return { ...known, notes: [...(known.notes ?? []), { category, content, day: today() }] }
    case "directive": {
      const directive = { directive: content, priority, ...(context === undefined ? {} : { context }), day: today() }
      return { ...known, directives: [...(known.directives ?? []), directive] }
    }
    case "set": {
      const next = memory.safeParse({ ...known, ...redactDeep({ [section]: jsonOrText(content) }) })
      if (!next.success) throw new HoldfastError("invalid", `The section ${section} must be a list: give a JSON array.`)
      return next.data
    }
  }
  return action satisfies never
}

const jsonOrText = (content: string) => parseJson(content) ?? content

/** What is remembered. A person may have edited the file: what cannot be read must not be written over. */
export function parseMemory(text: string): z.infer<typeof memory> {
  if (text.trim() === "") return {}
  try {
    return memory.parse(JSON.parse(text))
  } catch (cause) {
    const message = `${noteFiles.memory} of this project cannot be read. Tell the person to fix or remove it.`
    throw new HoldfastError("invalid", message, { cause })
  }
}
