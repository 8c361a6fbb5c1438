import { expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import { eventSchemas } from "../event.ts"
import { serverHere } from "./server.ts"

const at = (baseUrl: string | null): Line => ["session.configured", { baseUrl }]

it("is the one that was named last, and none where that was taken back", () => {
  expect(serverHere(stateOf(), 0)).toBeNull()
  expect(serverHere(stateOf(at("http://a.test/v1"), at("http://b.test/v1")), 0)).toBe("http://b.test/v1")
  expect(serverHere(stateOf(at("http://a.test/v1"), ["session.configured", { model: "m" }]), 0)).toBe(
    "http://a.test/v1",
  )
  expect(serverHere(stateOf(at("http://a.test/v1"), at(null)), 0)).toBeNull()
})

it("is void where a log from elsewhere names it, until it is named here", () => {
  const state = stateOf(at("http://stranger.test/v1"))
  expect(serverHere(state, state.seq)).toBeNull()
  const named = stateOf(at("http://stranger.test/v1"), at("http://mine.test/v1"))
  expect(serverHere(named, state.seq)).toBe("http://mine.test/v1")
})

it("does not come along with a fork, which may be one of a log from elsewhere", () => {
  const parent = { session: "other", seq: 2 }
  const fork: Line = ["session.opened", { workspace: "/work", project: "/work", parent }]
  expect(serverHere(stateOf(at("http://a.test/v1"), fork), 0)).toBeNull()
})

it.each([
  "http://ada:secret@a.test/v1",
  "http://secret@a.test",
  "http://a.test/v1?key=secret",
  "http://a.test/v1#secret",
  "http://ada:secret\\\\@a.test/",
  "ftp://a.test",
  "a.test",
])("has no place in the log as %s", (baseUrl) => {
  expect(eventSchemas["session.configured"].safeParse({ baseUrl }).success).toBe(false)
})

it.each(["http://127.0.0.1:8000/v1", "https://a.test", "http://[::1]:8000/v1/"])("has one as %s", (baseUrl) => {
  expect(eventSchemas["session.configured"].safeParse({ baseUrl }).success).toBe(true)
})
