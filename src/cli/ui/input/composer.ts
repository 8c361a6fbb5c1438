import { type AutocompleteProvider, Editor } from "@earendil-works/pi-tui"
import type { Store } from "../../../store/contract.ts"
import type { Paint } from "../../text/paint.ts"
import type { InlineScreen } from "../screen/inline-screen.ts"
import { editorTheme } from "../screen/theme.ts"
import {
  attachFile,
  linesOfLargePaste,
  markOf,
  type NewFile,
  pastedWords,
  textFile,
  withoutStray,
} from "./attachment-marks.ts"
import { type Attachment, type Draft, type DraftKeeper, keepDraft, readDraft } from "./draft.ts"
import { imagePathIn, isImageFile, readImage } from "./image-file.ts"

/** The message that is being typed. All of it is in the store until it was sent. */
export type Composer = {
  readonly editor: Editor
  readonly isEmpty: boolean
  /** What would be sent now. */
  draft(): Draft
  /** Takes what was typed out of the editor; it stays in the store until `sent` or `returned`. */
  take(): Draft
  sent(draft: Draft): void
  returned(draft: Draft): void
  /** Puts a draft below what is typed. */
  add(draft: Draft): void
  /** Puts the mark of a file where the cursor is. */
  attach(file: NewFile | Promise<NewFile | null>): Promise<void>
  /** Resolves when what is being attached is in the message, and never fails; null where nothing is. */
  readonly attaching: Promise<void> | null
  /** Takes a paste that is an image, or too long to stand in the message; false for another one. */
  takesPaste(data: string): boolean
  /** Keeps drafts in another place from now on, with the one that is there. */
  moveTo(place: string): Promise<void>
  saved(): Promise<void>
}

const pasteStart = "\x1b[200~"
const pasteEnd = "\x1b[201~"

export function createComposer(of: {
  screen: InlineScreen
  store: Store
  paint: Paint
  completion: AutocompleteProvider
  workspace: string
  onImage(): void
  onFailure(error: unknown): void
}): Composer {
  const { screen, store, workspace, onImage, onFailure } = of
  const editor = new Editor(screen, editorTheme(of.paint), { autocompleteMaxVisible: 6 })
  editor.setAutocompleteProvider(of.completion)
  let attachments: readonly Attachment[] = []
  let keeper: DraftKeeper | null = null
  /** Taken, and not known to be sent. */
  let unsent: readonly Draft[] = []
  let attaching: Promise<void> | null = null

  const draft = (): Draft => withoutStray({ text: editor.getExpandedText(), attachments })
  const save = () => keeper?.save(joined([...unsent, draft()]))
  const show = (next: Draft) => {
    attachments = next.attachments
    editor.setText(next.text)
    save()
    screen.requestRender()
  }
  const attachOne = async (given: NewFile | Promise<NewFile | null>) => {
    const read = await given
    if (!read) return
    const file = await attachFile(store, { attachments }, read)
    attachments = [...attachments, file]
    const isApart = !composer.isEmpty && !/\s$/.test(editor.getText())
    editor.insertTextAtCursor(`${isApart ? " " : ""}${markOf(file)} `)
    if (read.mediaType.startsWith("image/")) onImage()
    screen.requestRender()
  }
  const takesImage = (text: string) => {
    const path = imagePathIn(text, workspace)
    if (path === null || !isImageFile(path)) return false
    composer.attach(readImage(path)).catch((error: unknown) => {
      editor.insertTextAtCursor(text)
      onFailure(error)
    })
    return true
  }
  editor.onChange = save
  const composer: Composer = {
    editor,
    get isEmpty() {
      return editor.getText().trim() === ""
    },
    draft,
    take() {
      const taken = draft()
      unsent = [...unsent, taken]
      show({ text: "", attachments: [] })
      return taken
    },
    sent(one) {
      unsent = unsent.filter((each) => each !== one)
      save()
    },
    returned(one) {
      unsent = unsent.filter((each) => each !== one)
      show(joined([one, draft()]))
    },
    add: (more) => show(joined([draft(), more])),
    get attaching() {
      return attaching
    },
    // One after the other: the name of a file depends on those that are there.
    attach(file) {
      const one = (attaching ?? Promise.resolve()).then(() => attachOne(file))
      const over = one
        .catch(() => undefined)
        .then(() => {
          if (attaching === over) attaching = null
        })
      attaching = over
      return one
    },
    takesPaste(data) {
      if (!data.startsWith(pasteStart) || !data.endsWith(pasteEnd)) return false
      const text = data.slice(pasteStart.length, -pasteEnd.length).replace(/\r\n?/g, "\n")
      const lines = linesOfLargePaste(text)
      if (lines === null) return takesImage(text)
      composer.attach(textFile(pastedWords(lines), text)).catch((error: unknown) => {
        // It is too long to be stored: better in the message than lost.
        editor.insertTextAtCursor(text)
        onFailure(error)
      })
      return true
    },
    async moveTo(place) {
      const here = joined([...unsent, draft()])
      await keeper?.saved()
      const there = await readDraft(store, place)
      const before = keeper
      keeper = keepDraft(store, place, onFailure)
      if (there.text === "" && there.attachments.length === 0) save()
      else show(joined([there, draft()]))
      // Only once the new place has it.
      await keeper.saved()
      if (here.text !== "" && before) before.save({ text: "", attachments: [] })
      screen.requestRender()
    },
    saved: async () => keeper?.saved(),
  }
  return composer
}

function joined(drafts: readonly Draft[]): Draft {
  const said = drafts.filter(({ text, attachments }) => text.trim() !== "" || attachments.length > 0)
  const [only] = said
  if (said.length === 1 && only) return only
  return { text: said.map(({ text }) => text).join("\n\n"), attachments: said.flatMap((each) => each.attachments) }
}
