import type { Offer, Offered, OfferedOption } from "./offers.ts"

/** A completion script for zsh, to be sourced or put on the fpath. */
export function zshCompletion({ options: sessionOptions, commands }: Offered): string {
  const described = commands.map(
    ({ name, summary }) => `        ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}`,
  )
  const cases = commands.map(({ name, options, words }) => {
    const specs = [...options.flatMap(optionSpecs), ...words.map(wordSpec)]
    return `        ${name})\n          _arguments -S \\\n${specs.map((spec) => `            ${spec}`).join(" \\\n")}\n          ;;`
  })
  return `#compdef holdfast
# zsh completion of holdfast
_holdfast() {
  local curcontext="$curcontext" state
  local -a line
  _arguments -C \\
${sessionOptions
  .flatMap(optionSpecs)
  .map((spec) => `    ${spec} \\\n`)
  .join("")}    '(-): :->command' '(-)*:: :->argument' && return
  case $state in
    command)
      local -a commands=(
${described.join("\n")}
      )
      _describe -t commands command commands
      ;;
    argument)
      case $words[1] in
${cases.join("\n")}
      esac
      ;;
  esac
}

if [[ $funcstack[1] == _holdfast ]]; then
  _holdfast "$@"
else
  compdef _holdfast holdfast
fi
`
}

function optionSpecs({ long, short, summary, value }: OfferedOption): string[] {
  const meaning = `[${summary.replace(/[\\[\]]/g, "\\$&")}]`
  const takes = value ? `:${value.name}:${action(value.offer)}` : ""
  const whole = quoted(`--${long}${value ? "=" : ""}${meaning}${takes}`)
  return short === null ? [whole] : [whole, quoted(`-${short}${meaning}${takes}`)]
}

function wordSpec(offer: Offer, index: number): string {
  return quoted(`${index + 1}: :${action(offer)}`)
}

function action(of: Offer): string {
  switch (of.offer) {
    case "words":
      return `(${of.words.join(" ")})`
    case "files":
      return "_files"
    case "directories":
      return "_files -/"
    case "anything":
      return " "
    default:
      return of satisfies never
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
