import { permissionChoices } from "../composer/choice.ts"

/** The permission modes as options, most careful first. */
export function PermissionOptions() {
  return permissionChoices.map(({ value, name }) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
