import { oneLine } from "../../../base/plain-words.ts"
import { runProgram } from "../commands/run-program.ts"
import type { Expanded } from "../commands/slash-command.ts"
import { findSlashCommand } from "../commands/slash-commands.ts"
import type { SessionLink } from "../link/session-link.ts"
import type { SessionUi } from "../session-ui.ts"
import { attachFile, textFile } from "./attachment-marks.ts"
import type { Composer } from "./composer.ts"
import type { Attachment, Draft } from "./draft.ts"
import { mentionedImages, readImage } from "./image-file.ts"

export type Messages = {
  /** Sends what is typed, runs it where it is a command, or resumes where nothing is typed. */
  send(how: "now" | "queued"): void
  /** Withdraws the newest waiting message and puts it back into the editor. */
  takeBack(): void
  /** Ends the commands of `!` that run, and resolves when nothing is being sent any more. */
  end(): Promise<void>
}

export function createMessages(of: {
  ui: SessionUi
  composer: Composer
  /** The session to send to; opens one where there is none yet. */
  ensureSession(): Promise<SessionLink>
  /** Enter without a message. */
  resume(): Promise<void>
  onFailure(error: unknown): void
}): Messages {
  const { ui, composer, ensureSession, resume, onFailure } = of
  let working: Promise<void> = Promise.resolve()
  /** One after the other, in the order in which they were typed. */
  const inOrder = (work: () => Promise<void>) => {
    working = working.then(work).catch(onFailure)
  }
  const ending = new AbortController()
  const shells = new Set<Promise<void>>()
  /** What takes as long as it likes holds up no message. */
  const alongside = (work: () => Promise<void>) => {
    const one: Promise<void> = work()
      .catch(onFailure)
      .finally(() => shells.delete(one))
    shells.add(one)
  }

  /** The files of a draft, with the images that it mentions. */
  const filesOf = async ({ text, attachments }: Draft): Promise<Attachment[]> => {
    const files = [...attachments]
    for (const path of mentionedImages(text, ui.workspace)) {
      const image = await readImage(path)
      if (image) files.push(await attachFile(ui.context.store, { attachments: files }, image))
    }
    if (files.length > attachments.length) void ui.warnOfUnseenImages()
    return files
  }
  const deliver = async (draft: Draft, how: "now" | "queued", expanded?: Expanded) => {
    try {
      const link = await ensureSession()
      const isOpen = link.state.log.turn !== null
      const kind = !isOpen ? "send" : how === "queued" ? "queue" : "steer"
      const { text, typed } = expanded ?? { text: draft.text.trim(), typed: draft.text.trim().length }
      const attachments = await filesOf(draft)
      await link.send({
        text,
        kind,
        ...(typed < text.length ? { typed } : {}),
        ...(attachments.length > 0 ? { attachments } : {}),
      })
      composer.sent(draft)
      composer.editor.addToHistory(draft.text.trim())
    } catch (error) {
      composer.returned(draft)
      throw error
    }
  }
  const runSlash = async (draft: Draft, how: "now" | "queued", { name = "", words = "" }) => {
    const command = await findSlashCommand(ui, name)
    if (!command) {
      composer.returned(draft)
      return ui.note(`There is no command /${oneLine(name)}. /help lists them.`, "warn")
    }
    if ("run" in command) {
      composer.sent(draft)
      return command.run(ui, words)
    }
    const expanded = await command.expand(ui, words)
    if (expanded) await deliver(draft, how, expanded)
    else composer.sent(draft)
  }
  const runShell = async (draft: Draft, command: string) => {
    ui.note(`$ ${command}`)
    const { output, code } = await runProgram(["sh", "-c", command], ui.workspace, ending.signal)
    const ended = code === 0 ? "" : code === null ? "\n(killed)" : `\n(exit code ${code})`
    ui.note(`${output.trimEnd()}${ended}`.trim() || "(no output)", "quiet")
    composer.sent(draft)
    // The model sees it with the next message.
    await composer.attach(
      textFile(`output of ${oneLine(command).slice(0, mostName)}`, `$ ${command}\n${output}${ended}`),
    )
  }
  const messages: Messages = {
    send(how) {
      // The paste before this key belongs to the message.
      if (composer.attaching) return void composer.attaching.then(() => messages.send(how))
      if (composer.isEmpty) return inOrder(resume)
      const draft = composer.take()
      const text = draft.text.trim()
      const [, name, words = ""] = /^\/([\w:-]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
      if (text.startsWith("!") && text.length > 1) return alongside(() => runShell(draft, text.slice(1).trim()))
      inOrder(() => {
        if (name !== undefined) return runSlash(draft, how, { name, words: words.trim() })
        return deliver(draft, how)
      })
    },
    takeBack() {
      inOrder(async () => {
        const { link } = ui
        const last = link?.state.log.inputs.waiting.at(-1)
        if (!link || !last) return ui.note("No message is waiting.", "quiet")
        await ui.context.agent.withdraw(link.row.id, last.input)
        composer.add({ text: last.text, attachments: last.attachments })
      })
    },
    async end() {
      ending.abort()
      await composer.attaching
      await Promise.all(shells)
      await working
    },
  }
  return messages
}

const mostName = 60
