import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { commands, context } from "../../test/support/permissions/command.ts"
import { analyseCommand } from "./analyse-command.ts"
import { commandClasses } from "./judgement.ts"

const rank = async (command: string) => commandClasses.indexOf((await analyseCommand(command, context)).class)

const ranks = new Map<string, Promise<number>>()
/** The rank of a command of the table, which is asked for again and again. */
const rankInTable = (command: string) => {
  const known = ranks.get(command) ?? rank(command)
  ranks.set(command, known)
  return known
}

const table = Object.values(commands).flat()
// A heredoc and a comment need the line for themselves, what does not parse runs nothing, and what `cd` means depends on
// what is around it.
const plain = table.filter(
  (command) => command.trim() !== "" && !/[\n\r\v\0#]|\(\)|\bcd\b/.test(command) && closes(command),
)
const anyCommand = fc.constantFrom(...plain)
const unsafe = fc.constantFrom(...[...commands.workspace, ...commands.danger, ...commands.forbidden].filter(isPlain))

const joins: readonly ((safe: string, unsafe: string) => string)[] = [
  (safe, unsafe) => `${safe}; ${unsafe}`,
  (safe, unsafe) => `${unsafe}; ${safe}`,
  (safe, unsafe) => `${safe} && ${unsafe}`,
  (safe, unsafe) => `${safe} || ${unsafe}`,
  (safe, unsafe) => `${safe} | ${unsafe}`,
  (safe, unsafe) => `${unsafe} | ${safe}`,
  (safe, unsafe) => `${safe} & ${unsafe}`,
  (safe, unsafe) => `${safe}\n${unsafe}`,
  (safe, unsafe) => `${safe}; (${unsafe})`,
  (safe, unsafe) => `{ ${unsafe}; } && ${safe}`,
  (safe, unsafe) => `${safe}; echo $(${unsafe}\n)`,
  (safe, unsafe) => `${safe}; echo "$(${unsafe}\n)"`,
  (safe, unsafe) => `${safe}; cat <(${unsafe}\n)`,
  (safe, unsafe) => `${safe}; cat <<EOF\ntext $(${unsafe}\n)\nEOF`,
  (safe, unsafe) => `f() { ${unsafe}\n}; ${safe}`,
  (safe, unsafe) => `if ${safe}; then ${unsafe}\nfi`,
  (safe, unsafe) => `for item in a b; do ${unsafe}\ndone; ${safe}`,
  (safe, unsafe) => `while ${unsafe}; do ${safe}; done`,
  (safe, unsafe) => `case a in a) ${unsafe} ;; esac; ${safe}`,
  (safe, unsafe) => `value=$(${unsafe}\n); ${safe}`,
  (safe, unsafe) => `! { ${unsafe}\n}; ${safe}`,
]

const disguises: readonly ((command: string) => string)[] = [
  (command) => `  ${command}  `,
  (command) => `\n\n${command}\n`,
  (command) => `${command} ;`,
  (command) => command.replace(/ /, "   "),
  (command) => command.replace(/ /, "\t"),
  (command) => command.replace(/ /, " \\\n "),
  (command) => command.replace(/^([a-z]+)/, "'$1'"),
  (command) => command.replace(/^([a-z]+)/, '"$1"'),
  (command) => command.replace(/^([a-z])/, '$1""'),
  (command) => command.replace(/^([a-z])/, "\\$1"),
  (command) => command.replace(/^([a-z]+)/, "$$'$1'"),
  (command) => command.replace(/^([a-z])/, (letter) => `$'\\x${letter.charCodeAt(0).toString(16)}'`),
  (command) => command.replace(/^([a-z]+) /, "/usr/bin/$1 "),
  (command) => `${command} # nothing`,
  (command) => `: ; ${command}`,
  (command) => `(${command}\n)`,
]

const wrappers: readonly ((command: string) => string)[] = [
  (command) => `command ${command}`,
  (command) => `env ${command}`,
  (command) => `time ${command}`,
  (command) => `nice ${command}`,
  (command) => `timeout 5 ${command}`,
  (command) => `A=1 ${command}`,
  (command) => `sudo ${command}`,
]

describe("the class of a command", () => {
  it("is never lowered by another segment, wherever it stands", async () => {
    await fc.assert(
      fc.asyncProperty(anyCommand, unsafe, fc.constantFrom(...joins), async (safe, unsafe, join) => {
        // Behind a pipe bash takes `!` and `time` for a mistake or a program.
        fc.pre(!/\| (!|time)/.test(join(safe, unsafe)))
        // `rm $x` is another command where `x=a` stands before it.
        fc.pre(!explains(safe, unsafe) && !explains(unsafe, safe))
        const most = Math.max(await rankInTable(safe), await rankInTable(unsafe))
        expect(await rank(join(safe, unsafe)), join(safe, unsafe)).toBeGreaterThanOrEqual(most)
      }),
      { numRuns: 600 },
    )
  })

  it("is never lowered by blanks, quotes and brackets", async () => {
    await fc.assert(
      fc.asyncProperty(anyCommand, fc.constantFrom(...disguises), async (command, disguise) => {
        fc.pre(/^[a-z]+( |$)/.test(command) && !/^(if|for|while|case|time|coproc|export|function)\b/.test(command))
        expect(await rank(disguise(command)), disguise(command)).toBeGreaterThanOrEqual(await rankInTable(command))
      }),
      { numRuns: 500 },
    )
  })

  it("is never lowered by a program that runs the command", async () => {
    const simple = plain.filter((command) => /^[a-z]+ [^;&|<>(){}`$]*$/.test(command))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...simple), fc.constantFrom(...wrappers), async (command, wrap) => {
        fc.pre(!/^(if|for|while|case|export|coproc)\b/.test(command))
        expect(await rank(wrap(command)), wrap(command)).toBeGreaterThanOrEqual(await rankInTable(command))
      }),
      { numRuns: 500 },
    )
  })

  it("is found for any text at all", async () => {
    const pieces = fc.array(
      fc.constantFrom(
        ..."$ ( ) ` \" ' \\ \n { } < > | & ; # ! * ? [ ] ~ = << EOF <<EOF $( ${ $(( if do rm -rf / x".split(" "),
        " ",
      ),
      { maxLength: 30 },
    )
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      pieces.map((parts) => parts.join("")),
    )
    await fc.assert(
      fc.asyncProperty(text, async (command) => {
        expect(commandClasses).toContain((await analyseCommand(command, context)).class)
      }),
      { numRuns: 800 },
    )
  })

  it("is found however many programs run one another", async () => {
    const { class: kind } = await analyseCommand(`${"nice ".repeat(5_000)}ls`, context)
    expect(kind).toBe("danger")
  })

  it("is found in a moment, however the text is nested", async () => {
    const before = process.cpuUsage()
    for (const text of [
      "(".repeat(20_000),
      "$(".repeat(5_000),
      '"$('.repeat(3_000),
      "{a,b}".repeat(2_000),
      "a ".repeat(50_000),
      "! ".repeat(10_000),
      "coproc ".repeat(5_000),
      "time ".repeat(5_000),
      `\n${" ".repeat(100_000)}`,
    ])
      await analyseCommand(`echo ${text}`, context)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(20_000)
  })
})

function isPlain(command: string): boolean {
  return plain.includes(command as (typeof plain)[number])
}

// Whether the one sets a variable that the other reads but does not set.
function explains(one: string, other: string): boolean {
  const names = (command: string, pattern: RegExp) => [...command.matchAll(pattern)].map(([, name]) => name)
  const sets = /(?<![\w$-])(\w+)(?=\+?=| in )/g
  const own = names(other, sets)
  return names(other, /\$\{?!?(\w+)/g).some((name) => !own.includes(name) && names(one, sets).includes(name))
}

// Leaves out what is no whole command on purpose.
function closes(command: string): boolean {
  return !/^(ls \(|ls 'unclosed|ls &&|if ls; then|.*&|`.*\\`.*)$/.test(command)
}
