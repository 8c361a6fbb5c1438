import { isLiteral, isUnknown } from "../../shell/mark.ts"
import { isOption } from "../../shell/option.ts"
import type { Judge } from "../judge-context.ts"
import { combine, danger, readOnly, workspace } from "../judgement.ts"
import { gets } from "./touch.ts"

/** `make` runs what its file says, unless an option brings other text. */
export const judgeMake: Judge = (args, scene) => {
  const takesText = args.some(
    (argument, at) =>
      /^(--ev|-E)/.test(argument) || (argument === "-" && /^-\w*f$|^--(make)?file$/.test(args[at - 1] ?? "")),
  )
  return combine(gets(args, scene), takesText ? danger("runs rules from the command line or its input") : readOnly())
}

/** `sqlite3` works on one database; its dot commands and some functions run programs and name files. */
export const judgeSqlite: Judge = (args, scene) => {
  const [, ...statements] = args.filter((argument) => !argument.startsWith("-"))
  if (statements.length === 0 && !args.some((argument) => /^--?version$/.test(argument)))
    return danger("runs what it is given as its input")
  const isPlain = args.every(
    (argument) => isLiteral(argument) && (dotCommands.test(argument) || isPlainQuery(argument)),
  )
  const hasCommand = args.some((argument) => isOption(argument, ["-cmd", "-init"]) && /^--?(cmd|init)$/.test(argument))
  return combine(
    gets(args, scene),
    isPlain && !hasCommand ? workspace("changes a database") : danger("its statements may run programs or name files"),
  )
}

const dotCommands = /^\.(tables|schema|indexes|indices|databases|dump|headers?|mode|stats|width|show)\b[^;|]*$/

const isPlainQuery = (text: string) =>
  !/^\s*\./m.test(text) &&
  !/\b(attach|load_extension|readfile|writefile|edit|fts3_tokenizer|vacuum\s+into)\b/i.test(text)

/** `openssl` calculates, and some of its commands talk to others. */
export const judgeOpenssl: Judge = (args, scene) => {
  const [command = ""] = args
  const sends = isUnknown(command) || /^(s_client|s_server|s_time|ocsp|cmp|engine|req|ts|storeutl)$/.test(command)
  return combine(gets(args, scene), sends ? danger("may talk to another machine") : readOnly())
}
