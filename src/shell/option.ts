import { isUnknown } from "./mark.ts"

/**
 * Whether an argument is one of these options: `-o` also within a cluster such as `-uo`, `--output` also abbreviated
 * as the GNU programs and git allow it.
 */
export function isOption(argument: string, options: readonly string[]): boolean {
  return options.some((option) => {
    if (option.startsWith("--")) {
      const [name = ""] = argument.split("=")
      return name.length > 2 && option.startsWith(name) && name.startsWith("--")
    }
    return /^-[^-]/.test(argument) && argument.includes(option.slice(1), 1)
  })
}

/** The values that the arguments give to an option. */
export function optionValues(args: readonly string[], options: readonly string[]): readonly string[] {
  return args.flatMap((argument, at) => {
    const next = args.slice(at + 1, at + 2)
    return options.flatMap((option) => {
      if (!isOption(argument, [option])) return []
      if (option.startsWith("--")) return argument.includes("=") ? [argument.slice(argument.indexOf("=") + 1)] : next
      const attached = argument.slice(argument.indexOf(option.slice(1), 1) + option.length - 1)
      return attached === "" ? next : [attached]
    })
  })
}

/** Which options a program has: whatever is not among them is not known. */
export type OptionTable = {
  flags: readonly string[]
  /** They take a value: what is attached, or else the next argument, whatever it looks like. */
  values: readonly string[]
  /** They may have a value, but only an attached one. */
  attached?: readonly string[]
  /** Options stand before the operands, each as a word of its own. */
  inOrder?: true
}

type TakenOption = { name: string; value: string | undefined }

/** The arguments as the program itself takes them. */
export type Taken = {
  options: readonly TakenOption[]
  operands: readonly string[]
  /** Operands that stand before the first option. */
  leading: number
  /** For each place where an argument is the value of an option, that option. */
  consumed: ReadonlyMap<number, string>
  /** There is an option that is not in the table, or a word that may be one. */
  odd: boolean
}

/** Walks through arguments from left to right, so that the value of an option is taken for nothing else. */
export function takeOptions(args: readonly string[], table: OptionTable): Taken {
  const options: TakenOption[] = []
  const operands: string[] = []
  const consumed = new Map<number, string>()
  let [odd, leading] = [false, -1]
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? ""
    if (argument === "--") {
      operands.push(...args.slice(at + 1))
      break
    }
    if (/^[\uE000\uE001\uE00B]/u.test(argument)) odd = true
    if (argument === "-" || !argument.startsWith("-") || (table.inOrder && operands.length > 0)) {
      operands.push(argument)
      continue
    }
    if (leading < 0) leading = operands.length
    const found = argument.startsWith("--") ? [longOption(argument, table)] : cluster(argument, table)
    for (const option of found) {
      if (!option) odd = true
      else if (option.takesNext) {
        consumed.set(++at, option.name)
        options.push({ name: option.name, value: args[at] })
      } else options.push({ name: option.name, value: option.value })
    }
  }
  return { options, operands, leading: leading < 0 ? operands.length : leading, consumed, odd }
}

type MatchedOption = TakenOption & { takesNext: boolean }

function longOption(argument: string, { flags, values, attached = [] }: OptionTable): MatchedOption | undefined {
  const equals = argument.indexOf("=")
  const name = equals < 0 ? argument : argument.slice(0, equals)
  const value = equals < 0 ? undefined : argument.slice(equals + 1)
  if (values.includes(name)) return { name, value, takesNext: value === undefined }
  if (attached.includes(name)) return { name, value, takesNext: false }
  return flags.includes(name) && value === undefined ? { name, value, takesNext: false } : undefined
}

function cluster(argument: string, table: OptionTable): readonly (MatchedOption | undefined)[] {
  const { flags, values, attached = [], inOrder } = table
  if (flags.includes(argument)) return [{ name: argument, value: undefined, takesNext: false }]
  if (values.includes(argument)) return [{ name: argument, value: undefined, takesNext: true }]
  if (inOrder && !/^-[a-zA-Z][+-]?\d/.test(argument)) return [undefined]
  const found: (MatchedOption | undefined)[] = []
  for (let at = 1; at < argument.length; at++) {
    const name = `-${argument[at]}`
    const rest = argument.slice(at + 1)
    if (values.includes(name)) return [...found, { name, value: rest, takesNext: rest === "" }]
    if (attached.includes(name)) return [...found, { name, value: rest, takesNext: false }]
    found.push(flags.includes(name) ? { name, value: undefined, takesNext: false } : undefined)
  }
  return found
}

/** One option for each letter. */
export const letters = (text: string): readonly string[] => [...text].map((letter) => `-${letter}`)

/** The words of a table. */
export const words = (text: string): readonly string[] => text.split(/\s+/)

/** The arguments that are no options; after `--` all of them. */
export function operandsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--")
  const before = end < 0 ? args : args.slice(0, end)
  return [
    ...before.filter((argument) => argument === "-" || !argument.startsWith("-")),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ]
}

/** Takes off the options in front of a command that another one runs; `known` where each of them is in the table. */
export function afterOptions(args: readonly string[], table: OptionTable): { rest: readonly string[]; known: boolean } {
  let [at, known] = [0, true]
  while (at < args.length) {
    const argument = args[at] ?? ""
    if (argument === "--") return { rest: args.slice(at + 1), known }
    if (!argument.startsWith("-") || argument === "-") break
    if (isUnknown(argument) || !isKnown(argument, table)) known = false
    at += table.values.includes(argument) ? 2 : 1
  }
  return { rest: args.slice(at), known }
}

function isKnown(argument: string, { flags, values, attached = [] }: OptionTable): boolean {
  if ([...flags, ...values, ...attached].includes(argument)) return true
  if (argument.startsWith("--")) return [...values, ...attached].some((option) => argument.startsWith(`${option}=`))
  if (values.some((option) => !option.startsWith("--") && argument.startsWith(option))) return true
  return [...argument.slice(1)].every((letter) => flags.includes(`-${letter}`))
}
