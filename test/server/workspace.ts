import { createHash } from "node:crypto"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { type Scene, setScene } from "./scene.ts"

/** The hash of a file, as the API gives it. */
export const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** A session in a scene, with its files. */
export async function opened() {
  const scene = await setScene()
  const id = await scene.open([])
  const { client, workspace } = scene
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), content)
  }
  return {
    scene,
    id,
    put,
    at: (path: string) => join(workspace, path),
    list: (path = "") => client.call("GET /api/sessions/:id/files", { params: { id }, query: { path } }),
    find: (find: string) => client.call("GET /api/sessions/:id/files", { params: { id }, query: { find } }),
    read: (path: string) => client.call("GET /api/sessions/:id/file", { params: { id }, query: { path } }),
    save: (body: { path: string; text: string; before: string | null }, key?: string) =>
      client.call("PUT /api/sessions/:id/file", { params: { id }, body, ...(key ? { key } : {}) }),
  }
}

/** Ways out of a workspace, and what is protected in it. */
export const astray = ["../secret.txt", "a/../../secret.txt", "/etc/passwd", "out.txt", "outside/secret.txt", "nul\0"]

/** Makes the ways out that are links. */
export function layTraps({ workspace }: Scene): void {
  writeFileSync(join(workspace, "..", "secret.txt"), "secret")
  mkdirSync(join(workspace, "a"), { recursive: true })
  symlinkSync("../secret.txt", join(workspace, "out.txt"))
  symlinkSync("..", join(workspace, "outside"))
}
