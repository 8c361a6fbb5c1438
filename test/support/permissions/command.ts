import { disguises } from "./command/danger-disguise.ts"
import { dangerousEffects } from "./command/danger-effect.ts"
import { forbidden } from "./command/forbidden.ts"
import { readOnly } from "./command/read-only.ts"
import { workspace } from "./command/workspace.ts"

/** Where the commands of the table would run. */
export const context = {
  workspace: "/home/ada/app",
  home: "/home/ada",
  protected: [
    "/home/ada/.local/share/holdfast",
    "/home/ada/.config/holdfast",
    "/home/ada/app/.holdfast",
    "/home/ada/app/.holdfast/permissions.json",
  ],
}

/** Commands, by the class that they have. */
export const commands = {
  "read-only": readOnly,
  workspace,
  danger: [...dangerousEffects, ...disguises],
  forbidden,
} as const
