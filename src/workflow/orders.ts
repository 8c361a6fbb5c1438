import { proseOf, wordsOf } from "./words.ts"

// The verbs by which people tell an agent what to do. Whatever is not in these tables is decided by what the log shows.

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ""))

/** They order a change wherever they stand in a clause, unless somebody else is told to do it there. */
const changeVerbs = table(`
  create write make edit fix add delete remove rename move implement refactor update change replace insert append
  convert migrate port extract generate scaffold rewrite correct patch repair configure upgrade bump set
  crée créer écris écrire ajoute ajouter corrige corriger supprime supprimer modifie modifier répare renomme
  erstelle erstellen schreibe schreib füge behebe beheben lösche löschen ändere ändern ergänze korrigiere korrigieren
  repariere benenne
  crea crear escribe escribir añade añadir agrega arregla arreglar corrige elimina modifica
  scrivi aggiungi correggi cria escreva adicione corrija`)

/** As above, where they begin a clause: elsewhere they are mostly nouns. */
const leadingChangeVerbs = table(`
  adjust apply archive automate backport bring build change clean cleanup clone close commit complete connect copy
  deduplicate deploy disable do document download drop enable expose extend finish format get handle hook improve
  initialise initialize inline integrate introduce link load log merge mock modify optimise optimize overhaul package
  persist publish push put rebase reduce reformat regenerate release reorganise reorganize resolve restore restructure
  revert rollback save send setup ship shorten simplify sort speed split squash store strip support swap switch sync
  tidy toggle transform translate turn undo uninstall use wire wrap`)

/** They order that something be seen to run. */
const runVerbs = table("run execute test verify")
const leadingRunVerbs = table("benchmark ensure launch lint reload reproduce restart start stop validate")

/** They order a look, and a word about it. */
const lookVerbs = table(`
  analyse analyze assess audit cat check compare count debug describe determine diagnose display estimate evaluate
  examine explain figure find grep identify inspect investigate list locate look open outline print propose read
  recommend report review search see show suggest summarise summarize tell understand view
  erkläre erklär beschreibe zeige zeig fasse analysiere prüfe liste finde lies vergleiche
  explique décris montre résume analyse vérifie liste trouve lis compare
  explica describe muestra resume analiza revisa lista encuentra lee compara spiega mostra elenca`)

/** They order something that leaves no file of the workspace changed. */
export const outwardVerbs = table(`
  clone close commit configure connect deploy disable download enable install launch load log merge open publish pull
  push put rebase release restore revert rollback send set setup ship squash stash start stop switch sync turn undo
  uninstall upgrade use`)

/** They order what is between: to go on with something. */
const onwardVerbs = table("abort continue design execute go keep perform prepare proceed redo retry try")

/** A text asked for with one of these verbs is given in the answer itself. */
export const proseVerbs = table("write make create generate draft compose give")

/** What a person tells an agent to do, as the first word of a sentence. */
export const actions: ReadonlySet<string> = new Set([
  ...changeVerbs,
  ...leadingChangeVerbs,
  ...runVerbs,
  ...leadingRunVerbs,
  ...onwardVerbs,
  "draft",
  "install",
  "open",
])

/** What a verb that is ordered wants: `change` a deed, `run` a run, `look` an answer. */
export type Wanted = "change" | "run" | "look" | "install" | "onward" | "prose"

export type Order = { verb: string; wants: Wanted }

/** The orders of a text: not what is a noun or a name there, is asked about, is forbidden, or somebody else does. */
export function ordersIn(text: string): Order[] {
  return clausesOf(text).flatMap((words, clause) => {
    const teller = words.findIndex((word) => tellers.has(word))
    return words.flatMap((_, at): Order[] => {
      const order = orderAt(words, at, { told: teller !== -1 && teller < at })
      // "…? Use tabs.": beside something else it says how, not what.
      return order && !(order.verb === "use" && clause > 0) ? [order] : []
    })
  })
}

/** `told`: before it in the clause stands somebody else who does it. */
function orderAt(words: readonly string[], at: number, { told }: { told: boolean }): Order | null {
  const [word = "", before = "", earlier = "", after = ""] = [words[at], words[at - 1], words[at - 2], words[at + 1]]
  if (nounMarks.has(before) || isDenial(before) || (before === "to" && questions.has(earlier))) return null
  const leads = at === 0 || leadingTo.has(before)
  const wants = wantedBy(leads ? baseOf(word) : word, { leads })
  if (wants === null) return null
  if (before !== "to" && told) return null
  if (word === "test" && (!leads || testThings.has(after))) return null
  if (word === "do" && after === "not") return null
  if (word === "make" && ["sure", "sense", "certain"].includes(after)) return null
  return { verb: leads ? baseOf(word) : word, wants }
}

function wantedBy(verb: string, { leads }: { leads: boolean }): Wanted | null {
  if (verb === "install") return "install"
  if (changeVerbs.has(verb) || (leads && leadingChangeVerbs.has(verb))) return "change"
  if (runVerbs.has(verb) || (leads && leadingRunVerbs.has(verb))) return "run"
  if (proseVerbs.has(verb)) return "prose"
  if (leads && lookVerbs.has(verb)) return "look"
  return leads && onwardVerbs.has(verb) ? "onward" : null
}

/** "Would you mind fixing it": the verb that a form in -ing is of. */
export function baseOf(word: string): string {
  const stem = /^(\p{L}{2,})ing$/u.exec(word)?.[1]
  if (stem === undefined) return word
  const forms = [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, "$1")]
  return forms.find((form) => actions.has(form) || lookVerbs.has(form)) ?? word
}

/** The words of each clause, without what politeness puts before them. A name before a bracket is a call, no order. */
function clausesOf(text: string): string[][] {
  return proseOf(text, "something")
    .replace(/(?<![\p{L}\p{N}_.])[\p{L}\p{N}_.]+\(/gu, " (")
    .split(/(?<![.!?;:,\n。！？；：，])[.!?;:,\n。！？；：，]+(?=\s|$)/)
    .map((clause) => withoutPreamble(wordsOf(clause)))
}

export function withoutPreamble(words: string[]): string[] {
  const start = words.findIndex((word) => !preamble.has(word))
  const rest = start === -1 ? [] : words.slice(start)
  const polite = openers.find((opener) => ` ${rest.join(" ")} `.startsWith(` ${opener} `))
  return polite === undefined ? rest : withoutPreamble(rest.slice(wordsOf(polite).length))
}

const preamble = table(`
  a actually also and but first finally hello hey hi just kindly next now ok okay only please right so sure then well
  yes`)

/** What makes a request polite, and is no question. */
const openers = [
  "can you",
  "could you",
  "would you",
  "would you mind",
  "do you mind",
  "any chance you could",
  "any chance you can",
  "i was wondering if you could",
  "will you",
  "can we",
  "could we",
  "i want you to",
  "i would like you to",
  "i'd like you to",
  "i need you to",
  "we need to",
  "you should",
  "you need to",
  "help me",
  "help me to",
  "let's",
  "let us",
  "go ahead and",
  "feel free to",
  "be so kind to",
].toSorted((a, b) => b.length - a.length)

/** Orders of languages whose words are not parted by spaces, or that ask at the end. */
const otherScripts: readonly [RegExp, Wanted][] = [
  [/[吗呢？]|什么|为什么|怎么|如何|ですか|ますか|でしょうか|なぜ|까요|나요|무엇|왜/u, "look"],
  [/解释|说明|介绍|分析|总结|查看|显示|列出|説明|教えて|表示|見せて|まとめて|설명|보여|알려|요약/u, "look"],
  [/объясни|покажи|опиши|почему|что такое|найди/iu, "look"],
  [
    /修复|修改|修正|添加|增加|删除|创建|新建|重构|更新|实现|改成|替换|直して|修正|追加|削除|作成|作って|変更|수정|추가|삭제|만들|변경/u,
    "change",
  ],
  [/исправь|почини|добавь|удали|создай|измени|обнови|напиши/iu, "change"],
]

/** What a text in another script wants; null where nothing tells. */
export function wantedInOtherScript(text: string): Wanted | null {
  return otherScripts.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** After these a word of the tables is a noun, or is asked about. */
const nounMarks = table(`
  the a an this that these those of no any my your our its each every last latest recent what how unit integration
  regression failing e2e smoke snapshot existing previous in with for by`)

/** Who does what follows in the clause, where it is not the agent. */
const tellers = table("who which where why when we they he she it i if whether")

const leadingTo = table("and then to please also or")
const testThings = table("file files case cases suite suites script scripts data")
const questions = table("what how where which when whether")

const denials = table("not don't never without cannot can't mustn't shouldn't")
export const isDenial = (word: string) => denials.has(word) || word.endsWith("n't") || word === "avoid"
