import { z } from "zod"
import { redact } from "../session/redact.ts"
import type { Edit, Look } from "./contract.ts"
import { orFailed } from "./failure.ts"
import { notepadSections, sectionOf, withEntry, withoutSections, withSection } from "./notepad-text.ts"
import { noteDraft, notesAccess, readNote, today } from "./notes.ts"

const section = z.enum(["priority", "working", "manual"])
const names = section.options

const reading = z.object({ section: section.optional() })

/** Shows the notepad of the project. */
export const notepadReadTool: Look<z.infer<typeof reading>> = {
  kind: "look",
  name: "notepad_read",
  description: "Shows the notepad of this project: what earlier turns and sessions wrote down, or one section of it.",
  schema: reading,
  access: (_, context) => notesAccess(context, "read", ["notepad"]),
  run: (args, context) =>
    orFailed(async () => {
      const text = await readNote(context, "notepad")
      const bodies = (args.section ? [args.section] : names).map(
        (name) => [name, redact(sectionOf(text, name))] as const,
      )
      const said = bodies.filter(([, body]) => body !== "")
      if (said.length === 0) return { status: "ok", text: "Nothing is written there yet." }
      return { status: "ok", text: said.map(([name, body]) => `## ${notepadSections[name]}\n${body}`).join("\n\n") }
    }),
}

const writing = z.object({
  content: z.string().min(1),
  section: section
    .optional()
    .describe("priority (short, always kept in view), working (dated notes, the default) or manual"),
  action: z.enum(["append", "write"]).optional().describe("write replaces the section; the default for priority"),
})

/** Writes into the notepad of the project. */
export const notepadWriteTool: Edit<z.infer<typeof writing>> = {
  kind: "edit",
  name: "notepad_write",
  description: "Writes into the notepad of this project, for what should outlive this conversation.",
  schema: writing,
  aliases: { text: "content", note: "content", mode: "action" },
  access: (_, context) => notesAccess(context, "write", ["notepad"]),
  draft: ({ content, section: name = "working", action = name === "priority" ? "write" : "append" }, context) =>
    orFailed(async () => ({
      drafts: [
        await noteDraft(context, "notepad", (text) =>
          action === "write"
            ? withSection(text, name, withoutSections(redact(content)))
            : withEntry(text, name, { day: today(), content: redact(content) }),
        ),
      ],
    })),
}
