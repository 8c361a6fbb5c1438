import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ScriptStep } from "../../src/models/script.ts"
import { finish, type Ran, type Scene } from "./scene.ts"

/** Has a scripted model do a task in a process of its own, in the last session if there is one to go on with. */
export async function turned(here: Scene, steps: ScriptStep[], ...options: string[]): Promise<Ran> {
  const file = join(here.home, "..", "script.json")
  writeFileSync(file, JSON.stringify(steps))
  return finish(here.start("run", "Mend the login", "--model", `scripted:${file}`, ...options))
}

export const write = (path: string, content: string): ScriptStep => ({
  toolCalls: [{ name: "write", arguments: { path, content } }],
})
