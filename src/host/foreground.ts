import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/**
 * Whether this process is in the terminal's foreground group: the kernel stops background jobs that read it or change
 * its settings. True if unknown.
 */
export function isInForeground(): boolean {
  const [group, foreground] = process.platform === "linux" ? groupsFromProc() : groupsFromPs()
  return group === undefined || foreground === undefined || group === foreground
}

function groupsFromProc(): string[] {
  const stat = readFileSync("/proc/self/stat", "utf8")
  // The program name comes first and may contain spaces and parentheses; see proc_pid_stat(5).
  const [, , group = "", , , foreground = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return [group, foreground]
}

function groupsFromPs(): string[] {
  if (process.platform === "win32") return []
  const { stdout } = spawnSync("ps", ["-o", "pgid=", "-o", "tpgid=", "-p", String(process.pid)], { encoding: "utf8" })
  return stdout?.trim().split(/\s+/).slice(0, 2) ?? []
}
