import { useApi } from "../live/queries.ts"
import { modelName } from "../live/short-model-name.ts"

/** The available models as options, by provider. */
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
