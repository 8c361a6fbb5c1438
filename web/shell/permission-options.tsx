import { permissionChoices } from "../composer/choice.ts"

/** How much an agent may do, as options of a field; from the most careful on. */
export function PermissionOptions() {
  return permissionChoices.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
