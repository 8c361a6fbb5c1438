import { cell } from "./cell.ts"

/** The session whose title is being edited in the header. */
export const renaming = cell<string | null>(null)
