import type { SandboxPolicy } from "./sandbox-policy.ts"

/** The profile of macOS's `sandbox-exec` for a policy. Of several rules that match, the last one counts. */
export function seatbeltProfile(policy: SandboxPolicy): string {
  const { network, writable, readOnly, pinned, hidden, visible, absent } = policy
  return [
    "(version 1)",
    "(allow default)",
    "(deny file-write*)",
    rule("allow file-write*", [...writable.map(subpath), ...devices.map(literal), '(subpath "/dev/fd")']),
    rule("deny file-read* file-write*", hidden.map(subpath)),
    rule("allow file-read*", visible.map(subpath)),
    rule("allow file-write*", visible.filter((path) => writable.includes(path)).map(subpath)),
    rule("deny file-write*", [...readOnly, ...absent].map(subpath)),
    // Its entries may change, the directory itself may not be moved away.
    rule("deny file-write-unlink", pinned.map(literal)),
    // Processes outside are out of reach.
    "(deny signal)",
    "(allow signal (target same-sandbox))",
    "(deny process-info* (target others))",
    '(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.coreservices.launchservicesd"))',
    ...(network ? [rule("deny network-outbound", ['(literal "/private/var/run/docker.sock")'])] : ["(deny network*)"]),
    "",
  ]
    .filter((line) => line !== null)
    .join("\n")
}

const devices = ["/dev/null", "/dev/zero", "/dev/tty", "/dev/ptmx", "/dev/dtracehelper"]

function rule(operation: string, filters: readonly string[]): string | null {
  return filters.length === 0 ? null : `(${operation}\n  ${filters.join("\n  ")})`
}

const subpath = (path: string) => `(subpath ${quoted(path)})`
const literal = (path: string) => `(literal ${quoted(path)})`

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`
}
