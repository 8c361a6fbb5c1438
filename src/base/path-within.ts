/** Whether a path is the directory or below it; both are absolute and without `..`. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(withSlash(directory))
}

/** A path as people and checks name it: from the workspace where it is below it, else as given. */
export function shownPath(workspace: string, path: string): string {
  const root = withSlash(workspace)
  return path.startsWith(root) ? path.slice(root.length) : path
}

const withSlash = (directory: string) => (directory.endsWith("/") ? directory : `${directory}/`)
