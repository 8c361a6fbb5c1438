/** A path relative to the workspace; null if outside. */
export function inWorkspace(path: string, workspace: string): string | null {
  const name = path.replace(/^\.\//, "")
  const root = workspace.endsWith("/") ? workspace : `${workspace}/`
  const own = name.startsWith(root) ? name.slice(root.length) : name
  if (own === "" || own.startsWith("/") || own.startsWith("~") || /^[A-Za-z]:[\\/]/.test(own)) return null
  return own.split("/").includes("..") ? null : own
}
