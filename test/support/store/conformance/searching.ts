import { describe, expect, it } from "vitest"
import type { Hit, SearchQuery } from "../../../../src/store/contract.ts"
import { begin, beginDriven, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function searching(scene: Scene): void {
  const search = async (query: SearchQuery | string) =>
    (await scene.store.search(typeof query === "string" ? { text: query } : query)).items

  const texts = (hits: Hit[]) => hits.map(({ snippet }) => snippet.text)

  const written = async (...inputs: string[]) => {
    const id = await begin(scene.store)
    for (const text of inputs) await scene.store.append(id, [say.input(text)], "intent")
    return id
  }

  // Closing a store indexes what is due: after a reopen the index answers, before it the tail is scanned.
  describe.each([
    ["not indexed yet", false],
    ["indexed", true],
  ] as const)("search, %s", (_, indexed) => {
    const settle = async () => {
      if (indexed) await scene.reopen()
    }

    it("tells where a text stands, with the words marked", async () => {
      const id = await written("Please fix the parser of the config file")
      await settle()
      const { seq, at, type } = { seq: 2, at: (await scene.store.state(id)).log.updatedAt, type: "input.accepted" }
      expect(await search("parser fix")).toEqual([
        {
          session: id,
          title: "Please fix the parser of the config file",
          seq,
          at,
          type,
          snippet: {
            text: "Please fix the parser of the config file",
            marks: [
              [7, 10],
              [15, 21],
            ],
          },
        },
      ])
    })

    it.each([
      ["whole words, whatever their case", "PARSER", ["the parser is broken", "Parser again"]],
      ["no parts of words", "pars", []],
      ["prefixes", "pars*", ["the parser is broken", "Parser again", "sparse parsing"]],
      ["every word of several", "parser broken", ["the parser is broken"]],
      ["phrases", '"is broken"', ["the parser is broken"]],
      ["no phrase in another order", '"broken is"', []],
      ["accents as letters", "cafe", ["un café noir"]],
      ["Chinese and Japanese in the middle of a text", "検索", ["全文検索を試す"]],
      ["Korean", "한국", ["한국어 검색"]],
      ["names with underscores and slashes", "src/store", ["look into src/store/file_name.ts"]],
      ["a part of such a name", "name", ["look into src/store/file_name.ts"]],
      ["nothing where nothing is", "absent", []],
    ])("finds %s", async (_name, text, expected) => {
      await written("the parser is broken", "Parser again", "sparse parsing")
      await written("un café noir", "全文検索を試す", "한국어 검색", "look into src/store/file_name.ts")
      await settle()
      expect(texts(await search(text)).toSorted()).toEqual(expected.toSorted())
    })

    it("takes the last word for a beginning while it is typed", async () => {
      await written("the parser is broken")
      await settle()
      expect(await search({ text: "the pars" })).toEqual([])
      expect(texts(await search({ text: "the pars", prefixLast: true }))).toEqual(["the parser is broken"])
    })

    it("puts the newest first, in pages without a loss or a repetition", async () => {
      const [one, two] = [await begin(scene.store), await begin(scene.store)]
      const expected: string[] = []
      for (let n = 0; n < 11; n++) {
        await scene.store.append(n % 2 ? one : two, [say.input(`needle ${n}`)], "intent")
        expected.unshift(`needle ${n}`)
      }
      await settle()
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof scene.store.search>> = await scene.store.search({
          text: "needle",
          limit: 3,
          ...(cursor === null ? {} : { cursor }),
        })
        found.push(...texts(page.items))
        cursor = page.next
        await scene.store.append(one, [say.input(`needle that came after ${found.length}`)], "intent")
      } while (cursor !== null)
      expect(found).toEqual(expected)
    })

    it("has a next page only where there is one", async () => {
      await written("needle one", "needle two")
      await settle()
      expect((await scene.store.search({ text: "needle", limit: 1 })).next).not.toBeNull()
      expect((await scene.store.search({ text: "needle", limit: 2 })).next).toBeNull()
    })

    it("looks into one session or one project only, where asked", async () => {
      const one = await begin(scene.store, { project: "/one" })
      const two = await begin(scene.store, { project: "/two" })
      for (const id of [one, two]) await scene.store.append(id, [say.input("needle")], "intent")
      await settle()
      const found = async (query: Partial<SearchQuery>) =>
        (await search({ text: "needle", ...query })).map(({ session }) => session)
      expect(await found({ session: one })).toEqual([one])
      expect(await found({ project: "/two" })).toEqual([two])
      expect(await found({ project: "/two", session: one })).toEqual([])
      expect(await found({})).toEqual([two, one])
    })

    it("finds answers, tool outputs, titles, tags and questions", async () => {
      const { id, drive } = await beginDriven(scene.store, { title: "needle in the title" })
      const asked = await drive(say.started("t1"), say.asked("t1"))
      await drive(say.answered(asked, "needle in the answer", "t1"), say.called("c1", "t1"))
      await drive(say.finished("c1", "needle in the output", "t1"), say.described({ tags: ["needle-tag"] }))
      await drive(say.ask("a1", "t1", { question: "needle?" }), say.stopped("t1"))
      await settle()
      expect((await search("needle")).map(({ session, type }) => ({ session, type }))).toEqual(
        ["ask.opened", "session.described", "tool.finished", "model.answered", "session.opened"].map((type) => ({
          session: id,
          type,
        })),
      )
    })

    it("leaves the trash out, and finds what is archived", async () => {
      const [one, two] = [await written("needle one"), await written("needle two")]
      await scene.store.append(one, [say.described({ trashed: true })], "intent")
      await scene.store.append(two, [say.described({ archived: true })], "intent")
      await settle()
      expect(texts(await search("needle"))).toEqual(["needle two"])
    })

    it("cuts a long text around the words", async () => {
      await written(`${"hay ".repeat(200)}needle ${"hay ".repeat(200)}`)
      await settle()
      const [hit] = await search("needle")
      const { text, marks } = hit?.snippet ?? { text: "", marks: [] }
      expect(text.length).toBeLessThan(200)
      expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(["needle"])
    })

    it("finds in a fork what the fork itself says, and what it inherits in the parent", async () => {
      const id = await written("needle shared")
      const fork = await begin(scene.store, { parent: { session: id, seq: 2 } })
      await scene.store.append(fork, [say.input("needle forked")], "intent")
      await settle()
      expect((await search("needle")).map(({ session, seq }) => [session, seq])).toEqual([
        [fork, 4],
        [id, 2],
      ])
    })
  })

  describe("search", () => {
    it("goes over the border of what is indexed", async () => {
      const id = await written("needle one", "needle two")
      await scene.reopen()
      await scene.store.append(id, [say.input("needle three")], "intent")
      expect(texts(await search("needle"))).toEqual(["needle three", "needle two", "needle one"])
    })

    it.each<[string, SearchQuery]>([
      ["an empty search", { text: " " }],
      ["a search without a word", { text: "!?" }],
      ["no items", { text: "needle", limit: 0 }],
      ["a cursor that nobody gave", { text: "needle", cursor: "first" }],
    ])("refuses %s", async (_, query) => {
      expect(await refusalOf(scene.store.search(query))).toMatchObject({ code: "invalid" })
    })
  })
}
