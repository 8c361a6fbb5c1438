import { letters, type OptionTable, words } from "../option.ts"

/** A program that only reads, but for what is said of it here. */
export type Reader = {
  /** Its arguments are text, not files. */
  text?: true
  /** How it ends says whether something was found, or is the same. */
  compares?: true
  /** Its first operand is a pattern or a filter, unless one of these options is given. */
  pattern?: readonly string[]
  /** What in a filter makes it read files that no argument names. */
  loads?: RegExp
  /** Options whose value is no file. */
  values?: readonly string[]
  /** Options whose value is a file that it reads. */
  files?: readonly string[]
  /** Options by which it goes through directories and the links in them. */
  follows?: readonly string[]
  /** Options whose value is a file that it writes. */
  writes?: readonly string[]
  /** Options by which it runs another program, changes the machine, or reads what another file names. */
  runs?: readonly string[]
  /** Options by which it changes files of its own choice. */
  changes?: readonly string[]
  /** Where it is given, the program is known with these options only. */
  only?: Omit<OptionTable, "values">
  /** The operand from which on operands are files that it writes. */
  outputFrom?: number
  /** Operands change the machine. */
  noOperands?: true
}

const grep: Reader = {
  compares: true,
  pattern: words("-e -f --regexp --file"),
  values:
    words(`-e --regexp -m --max-count -A -B -C --after-context --before-context --context -D --devices -d --directories
    --include --exclude --exclude-dir --label --binary-files --group-separator`),
  files: words("-f --file --exclude-from"),
  follows: words("-R --dereference-recursive"),
}

const unpack: Reader = {
  only: { flags: [...letters("cdfhklqtvV"), ...words("--stdout --decompress --keep --force --quiet --verbose")] },
}

/** Programs that only read. */
export const readers: Readonly<Record<string, Reader>> = {
  ...each(
    `cat tac rev comm fmt expand unexpand df ls dir vdir realpath readlink md5sum sha1sum sha224sum sha256sum sha384sum
    sha512sum shasum md5 cksum b2sum sum hexdump strings tsort who users`,
    {},
  ),
  ...each(
    `echo true false : pwd whoami id groups uname uptime free nproc arch printenv basename dirname seq yes tr
    factor numfmt sleep tput locale getconf tty logname w cal type which whereis exit return break continue
    shift times dirs ulimit`,
    { text: true },
  ),
  ...each("cmp pgrep", { compares: true }),
  diff: { compares: true, follows: words("-r --recursive") },
  ...each("zcat bzcat xzcat zstdcat", unpack),
  ...each("grep egrep fgrep", grep),
  expr: { text: true, compares: true },
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
    follows: words("-L --dereference"),
    runs: ["--files0-from"],
  },
  od: {
    values: words("-A -j -N -S -t --address-radix --skip-bytes --read-bytes --format"),
  },
  rg: {
    compares: true,
    pattern: words("-e -f --regexp --file --files --type-list"),
    values:
      words(`-e --regexp -m --max-count -A -B -C --after-context --before-context --context -g --glob --iglob -t -T
      --type --type-not --type-add --type-clear -j --threads -M --max-columns -r --replace -d --max-depth -E --encoding
      --color --colors --context-separator --field-context-separator --field-match-separator --path-separator --sort
      --sortr --dfa-size-limit --regex-size-limit --max-filesize --engine --hyperlink-format --generate --pre-glob`),
    files: words("-f --file --ignore-file"),
    follows: words("-L --follow"),
    runs: ["--pre", "--hostname-bin"],
  },
  base64: { values: words("-w -b --wrap --break"), writes: ["-o", "--output"] },
  base32: { values: ["-w", "--wrap"] },
  diff3: { compares: true, runs: ["--diff-program"] },
  ag: {
    compares: true,
    pattern: ["-g"],
    values: words("-G -m --ignore --ignore-dir --depth"),
    files: ["-p"],
    follows: words("-f --follow"),
    runs: ["--pager"],
  },
  fd: {
    pattern: ["--search-path"],
    values:
      words(`-e -t -d -E -S -c -j -o --extension --type --max-depth --min-depth --exact-depth --exclude --size --color
      --threads --changed-within --changed-before --owner --max-results --path-separator --format`),
    files: words("--search-path --base-directory --ignore-file"),
    follows: words("-L --follow"),
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
    follows: ["-l"],
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

function each(names: string, reader: Reader): Record<string, Reader> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, reader]))
}
