import { modelName } from "../live/model-name.ts"
import { useApi } from "../live/queries.ts"

/** The models that are found, by provider, as options of a field. */
export function ModelOptions({ chosen }: { chosen: string }) {
  const { data } = useApi("GET /api/models", {})
  const offered = (data?.providers ?? []).filter(({ models }) => models !== null && models.length > 0)
  const isListed = offered.some(({ models }) => models?.some(({ name }) => name === chosen))
  return (
    <>
      {chosen !== "" && !isListed && <option value={chosen}>{chosen}</option>}
      {offered.map(({ provider, title, models }) => (
        <optgroup key={provider} label={title}>
          {models?.map(({ name }) => (
            <option key={name} value={name}>
              {modelName(name)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
