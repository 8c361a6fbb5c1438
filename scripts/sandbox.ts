// Builds the programs that confine commands on Linux, from src/tools/sandbox/helper/sandbox.c. The same compiler makes the same bytes.
import { execFileSync } from "node:child_process"
import { chmodSync, renameSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The compiler for each processor, by Node's name for it. */
export const compilers = {
  x64: { program: "gcc", options: [] },
  arm64: { program: "aarch64-linux-gnu-gcc", options: ["-mno-outline-atomics"] },
} as const

/** What the checked-in programs were made with. */
export const compilerVersion = "12.2.0"

const options = [
  ...["-std=gnu11", "-Os", "-Wall", "-Wextra", "-Werror", "-static", "-nostdlib", "-nostartfiles", "-ffreestanding"],
  ...["-fno-builtin", "-fno-stack-protector", "-fno-pie", "-no-pie", "-fno-asynchronous-unwind-tables", "-fno-ident"],
  ...["-Wl,--build-id=none", "-Wl,-z,noseparate-code", "-s"],
]

export function buildSandbox(arch: keyof typeof compilers, to: string): void {
  const { program, options: own } = compilers[arch]
  const source = join(root, "src", "tools", "sandbox", "helper", "sandbox.c")
  // Commands may be running behind the one that is there.
  execFileSync(program, [...options, ...own, "-o", `${to}.new`, source], { stdio: "inherit" })
  chmodSync(`${to}.new`, 0o755)
  renameSync(`${to}.new`, to)
}

if (import.meta.main) {
  buildSandbox("x64", join(root, "bin", "sandbox-linux-x64"))
  buildSandbox("arm64", join(root, "bin", "sandbox-linux-arm64"))
}
