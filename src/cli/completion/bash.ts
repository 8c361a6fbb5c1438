import type { Offer, Offered, OfferedOption } from "./offers.ts"

/** A completion script for bash, 3.2 and later. */
export function bashCompletion({ options: sessionOptions, commands }: Offered): string {
  const values = [{ name: "", options: sessionOptions }, ...commands].flatMap(({ name, options }) =>
    options.flatMap(({ long, short, value }) =>
      value
        ? [`    ${cases(name, [`--${long}`, ...(short ? [`-${short}`] : [])])}) offer=${shown(value.offer)} ;;`]
        : [],
    ),
  )
  const words = commands.flatMap(({ name, words }) =>
    words.map((offer, index) => `    "${name} ${index}") offer=${shown(offer)} ;;`),
  )
  const options = commands.map(({ name, options }) => `      ${name}) offer="${longNames(options)}" ;;`)
  return `# bash completion of holdfast
_holdfast_value() {
  local offer=
  case "$1 $2" in
${values.join("\n")}
  esac
  echo "$offer"
}

_holdfast() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}"
  local command= offer= place=0 index word
  COMPREPLY=()
  # --name=value comes as three words.
  if [[ $current == "=" ]]; then current=
  elif [[ $before == "=" ]]; then before="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ -z $command && $word == "-p" ]]; then command=run
    elif [[ $word == -* || $word == "=" || \${COMP_WORDS[index - 1]} == "=" ]]; then :
    elif [[ -n $(_holdfast_value "$command" "\${COMP_WORDS[index - 1]}") ]]; then :
    elif [[ -z $command ]]; then command="$word"
    else place=$((place + 1))
    fi
  done
  offer="$(_holdfast_value "$command" "$before")"
  if [[ -n $offer ]]; then :
  elif [[ $current == -* ]]; then
    case "$command" in
${options.join("\n")}
      *) offer="${longNames(sessionOptions)}" ;;
    esac
  elif [[ -z $command ]]; then offer="${commands.map(({ name }) => name).join(" ")}"
  else
    case "$command $place" in
${words.map((line) => `  ${line}`).join("\n")}
    esac
  fi
  case "$offer" in
    "" | @anything) ;;
    @files | @directories)
      local IFS=$'\\n' kind=-f
      [[ $offer == @directories ]] && kind=-d
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen $kind -- "$current"))
      ;;
    *) COMPREPLY=($(compgen -W "$offer" -- "$current")) ;;
  esac
}

complete -F _holdfast holdfast
`
}

function longNames(options: readonly OfferedOption[]): string {
  return options.map(({ long }) => `--${long}`).join(" ")
}

function cases(command: string, options: readonly string[]): string {
  return options.map((option) => `"${command} ${option}"`).join(" | ")
}

function shown(of: Offer): string {
  return of.offer === "words" ? `"${of.words.join(" ")}"` : `@${of.offer}`
}
