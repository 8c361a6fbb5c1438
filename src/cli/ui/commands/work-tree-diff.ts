import { noFilters, plainDiff } from "../../../tools/git.ts"
import { runGit } from "../../../tools/job/git-process.ts"
import { UsageError } from "../../usage-error.ts"

const limits = { timeoutMs: 30_000, mostBytes: 256 * 1024 } as const

/** What has changed since the last commit, with the names of new files. It runs no program of the repository. */
export async function workTreeDiff(workspace: string): Promise<string> {
  const env = await noFilters({ workspace })
  if ("problem" in env) throw new UsageError(`The changes cannot be shown: ${env.problem}`)
  const git = async (...command: string[]) => {
    const outcome = await runGit(command, { cwd: workspace, env, ...limits })
    if (!outcome.ok) throw new UsageError(`The changes cannot be shown: ${outcome.message}`)
    return outcome.output.toString("utf8").trimEnd() + (outcome.truncated ? "\n… output truncated" : "")
  }
  const changed = await git("diff", ...plainDiff, "--ignore-submodules=dirty", "HEAD")
  const added = await git("ls-files", "--others", "--exclude-standard", "--full-name", ":/")
  const names = added === "" ? "" : `New files:\n${added.replace(/^/gm, "  ")}`
  return [changed, names].filter(Boolean).join("\n\n") || "Nothing has changed since the last commit."
}
