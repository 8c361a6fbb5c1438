import { spawnSync } from "node:child_process"

/** Whether a test may mount a file system of its own here. */
export const canMount =
  process.platform === "linux" && spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0
