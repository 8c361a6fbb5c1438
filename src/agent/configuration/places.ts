import { createHash } from "node:crypto"
import { mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { compileCachePlaces } from "../../host/compile-cache.ts"
import type { Places } from "../turn/work.ts"

/** Where a session keeps what is no event, closed to other users. */
export function placesOf(of: { directory: string; configuration: string; project: string; session: string }): Places {
  const places = { notes: notesPlace(of), ...sessionPlaces(of) }
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true, mode: 0o700 })
  const kept = [of.directory, of.configuration, ...compileCachePlaces()]
  return { ...places, configuration: of.configuration, protected: kept }
}

/** Where memory and notepad of a project are. */
export function notesPlace({ directory, project }: { directory: string; project: string }): string {
  return join(directory, "notes", createHash("sha256").update(project).digest("hex").slice(0, 24))
}

/**
 * Where the rules of a project are, above the workspace or in it. A command that names them asks, though file tools may
 * read them.
 */
export function policyPlaces(of: { projectFile: string; workspace: string }): readonly string[] {
  const own = join(of.workspace, ".holdfast")
  return [...new Set([dirname(of.projectFile), of.projectFile, own, join(own, "permissions.json")])]
}

/** Where those of all sessions are. */
export function placesIn(directory: string) {
  return { jobs: join(directory, "jobs"), snapshots: join(directory, "snapshots") }
}

/** Those that belong to one session alone, and go with it. */
export function sessionPlaces({ directory, session }: { directory: string; session: string }) {
  // Ids that were imported may have any form, that of a path too.
  const name = /^[\w-]+$/.test(session) ? session : createHash("sha256").update(session).digest("hex")
  const { jobs, snapshots } = placesIn(directory)
  return { jobs: join(jobs, name), snapshots: join(snapshots, name) }
}
