import type { Reader } from "./reader.ts"

const grep: Reader = {
  pattern: ["-e", "-f", "--regexp", "--file"],
  values: ["-m", "-A", "-B", "-C", "--max-count", "--include", "--exclude", "--exclude-dir"],
}

/** Programs that only read. Whatever is in no table is taken for a program that may change the workspace. */
export const readers: Readonly<Record<string, Reader>> = {
  ...each(
    `cat wc tac rev comm fmt expand unexpand df ls dir vdir realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum
    sha512sum shasum md5 cksum b2sum sum cmp diff hexdump strings lsof pgrep jobs
    tsort zcat bzcat xzcat zstdcat`,
    {},
  ),
  ...each(
    `echo true false : pwd whoami id groups uname uptime free nproc arch printenv basename dirname seq yes expr tr
    factor numfmt sleep tput locale getconf tty logname users who w cal type which whereis exit return break continue
    shift times dirs ulimit`,
    { text: true },
  ),
  ...each("head tail", { values: ["-n", "-c", "--lines", "--bytes"] }),
  ...each("cut paste join column fold nl", { values: ["-d", "-f", "-c", "-b", "-t", "-s", "-w", "--delimiter"] }),
  ...each("stat du od", { values: ["-c", "-f", "-d", "-A", "-t", "--format"] }),
  ...each("grep egrep fgrep", grep),
  rg: {
    pattern: ["-e", "-f", "--regexp", "--file", "--files", "--type-list"],
    values: ["-m", "-A", "-B", "-C", "-g", "-t", "-T", "--glob", "--type", "--type-not", "--max-count", "--context"],
    runs: ["--pre", "--hostname-bin"],
  },
  base64: { writes: ["-o", "--output"] },
  base32: {},
  diff3: { runs: ["--diff-program"] },
  ag: { pattern: ["-g"], runs: ["--pager"] },
  fd: { pattern: ["--search-path"], values: ["-e", "-t", "-d", "-E"], runs: ["-x", "-X", "--exec", "--exec-batch"] },
  jq: { pattern: ["-f", "--from-file"] },
  tree: { values: ["-I", "-P", "-L"], writes: ["-o", "--output"], changes: ["-R"] },
  sort: { values: ["-t", "-k"], writes: ["-o", "--output"], runs: ["--compress-program"] },
  uniq: { values: ["-f", "-s", "-w"], outputFrom: 1 },
  xxd: { values: ["-l", "-s", "-c", "-g"], outputFrom: 1 },
  file: { changes: ["-C", "--compile"] },
  hostname: { noOperands: true, runs: ["-F", "--file", "-b"] },
}

/** Tools that do nothing but say what they are when this is all that they are asked. */
export const versionQueries = {
  programs: new Set(
    `node npm npx yarn pnpm bun deno python python3 pip pip3 ruby gem perl php go cargo rustc rustup java javac gcc g++ cc
    clang make cmake docker tsc git rg jq curl wget ssh bash sh zsh uv poetry mvn gradle dotnet swift kotlin`.split(
      /\s+/,
    ),
  ),
  words: new Set(["--version", "-V", "--help", "version"]),
  /** For them `-v` is the same; for others it is something else. */
  short: new Set(["node", "npm", "npx", "yarn", "pnpm", "bun"]),
} as const

function each(names: string, reader: Reader): Record<string, Reader> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, reader]))
}
