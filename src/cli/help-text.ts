import { commands } from "./command-table.ts"
import { type Command, commonOptions } from "./commands/command-form.ts"
import { sessionOptions } from "./commands/session-options.ts"
import type { Paint } from "./text/paint.ts"
import { pad, wrap } from "./text/width.ts"

/** The help text of the program or of one command, from the table of commands. */
export function helpText(command: Command | undefined, terminal: { paint: Paint; width?: number | undefined }): string {
  return (command ? commandHelp(command, terminal) : programHelp(terminal)).join("\n")
}

type Face = { paint: Paint; width?: number | undefined }

/** The table of commands as JSON. */
export function helpData(command: Command | undefined): unknown {
  const data = ({ name, summary, words, options, examples, notes = [] }: Command) => ({
    name,
    summary,
    words,
    options: { ...options, ...commonOptions },
    examples: examples.map(([line]) => line),
    notes,
  })
  return command ? data(command) : { commands: commands.map(data) }
}

export const tagline = "Holdfast: a local-first coding agent that cannot lose its place."

function programHelp(face: Face): string[] {
  const { bold } = face.paint
  return [
    ...prose([tagline], face),
    "",
    ...aligned(
      [
        ["holdfast [TASK]", "Open an interactive session here, with a first task if one is given in quotes."],
        ["holdfast COMMAND", "Run a command."],
      ],
      face,
    ),
    "",
    bold("Options of a session"),
    ...aligned(optionRows(sessionOptions), face),
    "",
    bold("Commands"),
    ...aligned(
      commands.map((command) => [[command.name, ...command.words].join(" "), command.summary]),
      face,
    ),
    "",
    bold("Options of every command"),
    ...aligned(optionRows(commonOptions), face),
    "",
    bold("Good to know"),
    ...prose(
      [
        "  Data lives in $HOLDFAST_HOME, else in the data directory of this platform; `holdfast doctor` names it.",
        "  Exit codes: 0 done, 1 failed, 2 wrong usage, 3 waiting for your answer, 4 a limit was reached, 5 checks fail or the facts contradict the answer, 130 stopped.",
        '  With --json an error is {"type":"error","error":{"code","message","details"}} on standard output.',
      ],
      face,
    ),
  ]
}

function commandHelp({ name, summary, words, options, examples, notes = [] }: Command, face: Face): string[] {
  const { bold } = face.paint
  return [
    ...prose([summary], face),
    "",
    ...prose([`Usage  ${["holdfast", name, ...words, "[OPTIONS]"].join(" ")}`], face).map((line) =>
      line.replace(/^Usage/, bold("Usage")),
    ),
    "",
    bold("Options"),
    ...aligned([...optionRows(options), ...optionRows(commonOptions)], face),
    "",
    bold(examples.length === 1 ? "Example" : "Examples"),
    ...aligned(examples, face),
    ...(notes.length > 0 ? ["", ...prose(notes, face)] : []),
  ]
}

function optionRows(options: Command["options"]): string[][] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short ? `-${option.short}, ` : "    "
    return [`${short}--${name}${option.type === "flag" ? "" : ` ${option.value}`}`, option.summary]
  })
}

/** Two columns; on narrow terminals the text goes below its name. */
export function aligned(rows: ReadonlyArray<readonly string[]>, { width }: Pick<Face, "width">): string[] {
  const column = Math.max(...rows.map(([left = ""]) => left.length)) + 4
  const isNarrow = width !== undefined && width - column < leastBeside
  return rows.flatMap(([left = "", right = ""]) => {
    if (isNarrow) {
      const above = wrap(`  ${left}`, width)
      return right === "" ? above : [...above, ...wrap(`      ${right}`, width)]
    }
    const lines = width === undefined ? [right] : wrap(right, width - column)
    return lines.map((line, index) => `${pad(index === 0 ? `  ${left}` : "", column)}${line}`.trimEnd())
  })
}

/** Narrower than this, the text goes below its name. */
const leastBeside = 24

function prose(lines: readonly string[], { width }: Face): string[] {
  return width === undefined ? [...lines] : lines.flatMap((line) => wrap(line, width))
}
