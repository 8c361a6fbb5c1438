/** The mode of a symbolic link, with its type bits. */
export const linkMode = 0o120777

/** Whether a mode is that of a symbolic link. */
export function isLink(mode: number | null | undefined): boolean {
  return typeof mode === "number" && (mode & 0o170000) === 0o120000
}
