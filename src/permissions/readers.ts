import { letters, words } from "../shell/option.ts"
import type { Reader } from "./reader.ts"

const grep: Reader = {
  pattern: words("-e -f --regexp --file"),
  values:
    words(`-e --regexp -m --max-count -A -B -C --after-context --before-context --context -D --devices -d --directories
    --include --exclude --exclude-dir --label --binary-files --group-separator`),
  files: words("-f --file --exclude-from"),
}

const unpack: Reader = {
  only: { flags: [...letters("cdfhklqtvV"), ...words("--stdout --decompress --keep --force --quiet --verbose")] },
}

/** Programs that only read. Whatever is in no table is taken for a program that may change the workspace. */
export const readers: Readonly<Record<string, Reader>> = {
  ...each(
    `cat tac rev comm fmt expand unexpand df ls dir vdir realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum
    sha512sum shasum md5 cksum b2sum sum cmp diff hexdump strings pgrep tsort who users`,
    {},
  ),
  ...each(
    `echo true false : pwd whoami id groups uname uptime free nproc arch printenv basename dirname seq yes expr tr
    factor numfmt sleep tput locale getconf tty logname w cal type which whereis exit return break continue
    shift times dirs ulimit`,
    { text: true },
  ),
  ...each("zcat bzcat xzcat zstdcat", unpack),
  ...each("grep egrep fgrep", grep),
  jobs: { runs: ["-x"] },
  lsof: { changes: ["-D"] },
  wc: { runs: ["--files0-from"] },
  head: { values: words("-n -c --lines --bytes") },
  tail: { values: words("-n -c -s --lines --bytes --sleep-interval --pid --max-unchanged-stats") },
  cut: { values: words("-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter") },
  paste: { values: words("-d --delimiters") },
  join: { values: words("-a -e -j -1 -2 -o -t -v") },
  column: {
    values: words(`-c -o -s -E -H -i -l -N -n -O -p -r -R -T -W --output-width --output-separator --separator`),
  },
  fold: { values: words("-w --width") },
  nl: {
    values:
      words(`-b -d -f -h -i -l -n -s -v -w --body-numbering --section-delimiter --footer-numbering --header-numbering
      --line-increment --join-blank-lines --number-format --number-separator --starting-line-number --number-width`),
  },
  stat: { values: words("-c --format --printf") },
  du: {
    values: words("-d -t -B --max-depth --threshold --block-size --exclude"),
    files: words("-X --exclude-from"),
    runs: ["--files0-from"],
  },
  od: {
    values: words("-A -j -N -S -t --address-radix --skip-bytes --read-bytes --format"),
  },
  rg: {
    pattern: words("-e -f --regexp --file --files --type-list"),
    values:
      words(`-e --regexp -m --max-count -A -B -C --after-context --before-context --context -g --glob --iglob -t -T
      --type --type-not --type-add --type-clear -j --threads -M --max-columns -r --replace -d --max-depth -E --encoding
      --color --colors --context-separator --field-context-separator --field-match-separator --path-separator --sort
      --sortr --dfa-size-limit --regex-size-limit --max-filesize --engine --hyperlink-format --generate --pre-glob`),
    files: words("-f --file --ignore-file"),
    runs: ["--pre", "--hostname-bin"],
  },
  base64: { values: words("-w -b --wrap --break"), writes: ["-o", "--output"] },
  base32: { values: ["-w", "--wrap"] },
  diff3: { runs: ["--diff-program"] },
  ag: { pattern: ["-g"], values: words("-G -m --ignore --ignore-dir --depth"), files: ["-p"], runs: ["--pager"] },
  fd: {
    pattern: ["--search-path"],
    values:
      words(`-e -t -d -E -S -c -j -o --extension --type --max-depth --min-depth --exact-depth --exclude --size --color
      --threads --changed-within --changed-before --owner --max-results --path-separator --format`),
    files: words("--search-path --base-directory --ignore-file"),
    runs: words("-x -X --exec --exec-batch"),
  },
  jq: {
    pattern: ["-f", "--from-file"],
    values: ["--indent"],
    files: words("-f --from-file -L"),
    loads: /\b(import|include)\b/,
  },
  tree: {
    values: words("-I -P -L -H -T --filelimit --timefmt --sort --charset"),
    writes: ["-o", "--output"],
    changes: ["-R"],
  },
  sort: {
    values: words("-t -k -S --key --field-separator --buffer-size --batch-size --parallel"),
    files: words("-T --temporary-directory --random-source"),
    writes: ["-o", "--output"],
    runs: ["--compress-program", "--files0-from"],
  },
  uniq: {
    values: words("-f -s -w --skip-fields --skip-chars --check-chars"),
    only: {
      flags: [...letters("cdDiuz"), ...words("--count --repeated --ignore-case --unique --zero-terminated")],
      attached: ["--all-repeated", "--group"],
    },
    outputFrom: 1,
  },
  xxd: {
    values: words("-c -cols -g -groupsize -l -len -n -name -o -s -seek"),
    only: {
      flags: [...letters("abCdeEhipruv"), ...words("-autoskip -bits -plain -postscript -ps -revert -include")],
      inOrder: true,
    },
    outputFrom: 1,
  },
  file: { changes: ["-C", "--compile"] },
  hostname: { noOperands: true, runs: ["-F", "--file", "-b", "--boot"] },
}

/** Tools that do nothing but say what they are when this is all that they are asked. */
export const versionQueries = {
  programs: new Set(
    `node npm npx yarn pnpm bun deno python python3 pip pip3 ruby gem perl php go cargo rustc rustup java javac gcc g++ cc
    clang make cmake docker tsc git rg jq curl wget ssh bash sh zsh uv poetry mvn gradle dotnet swift kotlin`.split(
      /\s+/,
    ),
  ),
  words: new Set(["--version", "--help"]),
  /** For others these are something else: a script, a target, or a word to work on with. */
  own: {
    "-v": new Set(words("node npm npx yarn pnpm bun")),
    "-V": new Set(words("python python3 pip pip3 ssh rg jq curl wget cargo rustc rustup uv poetry deno")),
    version: new Set(words("npm go git docker cargo")),
  },
} as const

function each(names: string, reader: Reader): Record<string, Reader> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, reader]))
}
