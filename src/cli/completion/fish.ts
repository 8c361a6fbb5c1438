import type { Offer, Offered, OfferedOption } from "./offers.ts"

/** A completion script for fish. */
export function fishCompletion({ options: sessionOptions, commands }: Offered): string {
  const lines = commands.flatMap(({ name, summary, options, words }) => {
    const inCommand = `complete -c holdfast -n ${quoted(`__fish_seen_subcommand_from ${name}`)}`
    return [
      `complete -c holdfast -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ...options.map((option) => `${inCommand} ${optionWords(option)}`),
      ...words.flatMap((offer, index) => argumentLine(name, offer, words[index - 1])),
    ]
  })
  const noCommand = quoted(`not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}`)
  const inSession = sessionOptions.map((option) => `complete -c holdfast -n ${noCommand} ${optionWords(option)}`)
  return ["# fish completion of holdfast", "complete -c holdfast -f", ...inSession, ...lines, ""].join("\n")
}

function optionWords({ long, short, summary, value }: OfferedOption): string {
  const names = `-l ${long}${short ? ` -s ${short}` : ""}`
  const takes = value ? ` ${valueFlags(value.offer)}` : ""
  return `${names}${takes} -d ${quoted(summary)}`
}

function valueFlags(of: Offer): string {
  switch (of.offer) {
    case "words":
      return `-xa ${quoted(of.words.join(" "))}`
    case "files":
      return "-rF"
    case "directories":
      return `-xa ${quoted("(__fish_complete_directories)")}`
    case "anything":
      return "-x"
    default:
      return of satisfies never
  }
}

function argumentLine(command: string, of: Offer, before: Offer | undefined): string[] {
  if (of.offer === "anything") return []
  const seen = (words: readonly string[]) => `__fish_seen_subcommand_from ${words.join(" ")}`
  const conditions = [
    seen([command]),
    ...(before?.offer === "words" ? [`and ${seen(before.words)}`] : []),
    // An argument that is there already is not offered again.
    ...(of.offer === "words" ? [`and not ${seen(of.words.filter((word) => word !== command))}`] : []),
  ]
  const offered = of.offer === "words" ? `-a ${quoted(of.words.join(" "))}` : valueFlags(of).replace("-r", "-")
  return [`complete -c holdfast -n ${quoted(conditions.join("; "))} ${offered}`]
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`
}
