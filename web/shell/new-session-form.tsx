import { type FormEvent, type KeyboardEvent, useRef, useState } from "react"
import type { PermissionMode } from "../../src/session/event/common.ts"
import { sends } from "../composer/send-key.ts"
import { openSession } from "../live/actions.ts"
import { go } from "../live/page-route.ts"
import { sendKey } from "../live/preferences.ts"
import { useApi } from "../live/queries.ts"
import { sendInput } from "../live/send-input.ts"
import { places, useKeptWords } from "../live/use-kept-words.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { SelectField, TextAreaField } from "../ui/field.tsx"
import { notifyProblem } from "../ui/notices.ts"
import { DirectoryField } from "./directory-field.tsx"
import { ModelOptions } from "./model-options.tsx"
import { PermissionOptions } from "./permission-options.tsx"
import { useProjects } from "./use-projects.ts"

const words = texts.shell.open

/** The form for a new session: directory, model and permissions. */
export function NewSessionForm({ workspace, onOpened }: { workspace?: string; onOpened?: () => void }) {
  const projects = useProjects()
  const { data: models } = useApi("GET /api/models", {})
  const { data: settings } = useApi("GET /api/settings", {})
  const [given, setDirectory] = useState<string | null>(workspace ?? null)
  const [model, setModel] = useState("")
  const [permission, setPermission] = useState<PermissionMode | "">("")
  const [kept, keepTask] = useKeptWords(places.task)
  const text = kept ?? ""
  const [isOpening, setOpening] = useState(false)
  // A second Enter may come before the button is disabled.
  const isUnderWay = useRef(false)
  const directory = given ?? projects[0] ?? ""

  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (!directory.trim() || isUnderWay.current) return
    isUnderWay.current = true
    setOpening(true)
    const id = await openSession({
      workspace: directory.trim(),
      ...(model ? { model } : {}),
      ...(permission ? { permissionMode: permission } : {}),
    })
    isUnderWay.current = false
    setOpening(false)
    if (id === null) return
    if (text.trim()) sendInput(id, { text, attachments: [] }, { kind: "send" }).arrived.catch(notifyProblem)
    keepTask(null)
    onOpened?.()
    go({ session: id })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || !sends(event, sendKey.get())) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  const usual = settings?.permissionMode
  const usualModel = settings?.model ?? models?.found.model
  const isToChoose = usualModel === null && (models?.providers.some(hasModels) ?? false)
  return (
    <form onSubmit={open} className="flex flex-col gap-4">
      <TextAreaField
        label={words.task}
        placeholder={words.taskHint}
        rows={2}
        value={text}
        onChange={({ currentTarget }) => keepTask(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <DirectoryField value={directory} onChange={setDirectory} projects={projects} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={words.model}
          value={model}
          required={isToChoose}
          onChange={({ currentTarget }) => setModel(currentTarget.value)}
        >
          <option value="">
            {isToChoose
              ? texts.composer.chooseModel
              : words.defaultModel(usualModel ?? (models ? words.noneFound : "…"))}
          </option>
          <ModelOptions chosen={model} />
        </SelectField>
        <SelectField
          label={words.permission}
          value={permission}
          onChange={({ currentTarget }) => setPermission(currentTarget.value as PermissionMode | "")}
        >
          <option value="">
            {usual ? words.defaultModel(texts.composer.permissions[usual].name) : words.defaultPermission}
          </option>
          <PermissionOptions />
        </SelectField>
      </div>
      <Button type="submit" look="primary" className="self-end" disabled={isOpening || !directory.trim()}>
        {isOpening ? words.beginning : words.begin}
      </Button>
    </form>
  )
}

const hasModels = ({ models }: { models: readonly unknown[] | null }) => models !== null && models.length > 0
