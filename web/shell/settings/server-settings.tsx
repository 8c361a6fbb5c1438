import type { ServerSettings as Values } from "../../../src/server/contract/system.ts"
import { announce } from "../../live/announce.ts"
import { client } from "../../live/api-client.ts"
import { queries, useApi } from "../../live/queries.ts"
import { texts } from "../../texts.ts"
import { SelectField, TextField } from "../../ui/field.tsx"
import { notifyProblem } from "../../ui/notices.ts"
import { ModelOptions } from "../model-options.tsx"
import { PermissionOptions } from "../permission-options.tsx"

const words = texts.shell.settings

/** Settings of the server; each change is saved at once. */
export function ServerSettings() {
  const { data, error } = useApi("GET /api/settings", {})
  const { data: models } = useApi("GET /api/models", {})
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p className="text-sm text-ink-faint">{texts.loading}</p>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.model}
        value={data.model ?? ""}
        onChange={({ currentTarget }) => save({ model: currentTarget.value || null })}
      >
        <option value="">{words.bestFound(models ? (models.found.model ?? texts.shell.open.noneFound) : "…")}</option>
        <ModelOptions chosen={data.model ?? ""} />
      </SelectField>
      <SelectField
        label={words.permission}
        value={data.permissionMode ?? ""}
        onChange={({ currentTarget }) =>
          save({ permissionMode: (currentTarget.value || null) as Values["permissionMode"] })
        }
      >
        <option value="">{texts.shell.open.defaultPermission}</option>
        <PermissionOptions />
      </SelectField>
      <SelectField
        label={words.resume}
        value={data.resume}
        onChange={({ currentTarget }) => save({ resume: currentTarget.value as Values["resume"] })}
      >
        {(["auto", "ask", "off"] as const).map((value) => (
          <option key={value} value={value}>
            {words.resumes[value]}
          </option>
        ))}
      </SelectField>
      <TextField
        key={data.driven}
        label={words.driven}
        type="number"
        min={1}
        max={1000}
        defaultValue={data.driven}
        onBlur={({ currentTarget }) => {
          const driven = currentTarget.valueAsNumber
          if (Number.isInteger(driven) && driven !== data.driven) save({ driven })
        }}
      />
    </div>
  )
}

function save(body: Partial<Values>): void {
  void client
    .call("PATCH /api/settings", { body })
    .then(() => {
      announce(words.saved)
      return queries.invalidateQueries({ queryKey: ["GET /api/settings"] })
    })
    .catch(notifyProblem)
}
