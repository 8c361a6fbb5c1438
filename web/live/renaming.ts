import { cell } from "./cell.ts"

/** The session whose title is being written in the header. */
export const renaming = cell<string | null>(null)
