import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/**
 * Whether this process may use its terminal: a job in the background that reads it, or changes how it works, is
 * stopped by the system. True where that cannot be found out.
 */
export function isInForeground(): boolean {
  const [group, foreground] = process.platform === "linux" ? groupsFromProc() : groupsFromPs()
  return group === undefined || foreground === undefined || group === foreground
}

function groupsFromProc(): string[] {
  const stat = readFileSync("/proc/self/stat", "utf8")
  // The name of the program comes before and may hold spaces and parentheses; see proc_pid_stat(5).
  const [, , group = "", , , foreground = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return [group, foreground]
}

function groupsFromPs(): string[] {
  if (process.platform === "win32") return []
  const { stdout } = spawnSync("ps", ["-o", "pgid=", "-o", "tpgid=", "-p", String(process.pid)], { encoding: "utf8" })
  return stdout?.trim().split(/\s+/).slice(0, 2) ?? []
}
