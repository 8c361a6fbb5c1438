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

/** The arguments that are no options; after `--` all of them. */
export function operandsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--")
  const before = end < 0 ? args : args.slice(0, end)
  return [
    ...before.filter((argument) => argument === "-" || !argument.startsWith("-")),
    ...(end < 0 ? [] : args.slice(end + 1)),
  ]
}

/** Takes off the options in front of a command that another one runs; undefined where an option is not known. */
export function afterOptions(
  args: readonly string[],
  known: { flags: readonly string[]; values: readonly string[] },
): readonly string[] | undefined {
  let at = 0
  while (at < args.length) {
    const argument = args[at] ?? ""
    if (argument === "--") return args.slice(at + 1)
    if (!argument.startsWith("-") || argument === "-") break
    if (isUnknown(argument)) return undefined
    if (known.values.includes(argument)) at += 2
    else if (isKnown(argument, known)) at += 1
    else return undefined
  }
  return args.slice(at)
}

function isKnown(
  argument: string,
  { flags, values }: { flags: readonly string[]; values: readonly string[] },
): boolean {
  if (flags.includes(argument)) return true
  if (argument.startsWith("--")) return values.some((option) => argument.startsWith(`${option}=`))
  if (values.some((option) => !option.startsWith("--") && argument.startsWith(option))) return true
  return [...argument.slice(1)].every((letter) => flags.includes(`-${letter}`))
}
