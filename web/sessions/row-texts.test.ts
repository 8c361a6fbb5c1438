import { describe, expect, it } from "vitest"
import { agoOf, headingOf, nameOf, projectNames } from "./row-texts.ts"

const now = new Date(2026, 10, 16, 15, 30)
const at = (...[month = 11, day = 16, hour = 0, minute = 0]: number[]) =>
  new Date(2026, month - 1, day, hour, minute).toISOString()

describe("the words of the list", () => {
  it("say how long ago, then when", () => {
    expect(agoOf(at(11, 16, 15, 30), now)).toBe("now")
    expect(agoOf(at(11, 16, 15, 31), now)).toBe("now")
    expect(agoOf(at(11, 16, 15, 1), now)).toBe("29 min")
    expect(agoOf(at(11, 16, 3, 29), now)).toBe("12 h")
    expect(agoOf(at(11, 15, 9, 5), now)).toBe("09:05")
    expect(agoOf(at(11, 2), now)).toBe("2 Nov")
    expect(agoOf(new Date(2025, 10, 2).toISOString(), now)).toBe("2 Nov 2025")
  })

  it("name the groups, with the year where it is another", () => {
    expect(headingOf("yesterday", now)).toBe("Yesterday")
    expect(headingOf("2026-10", now)).toBe("October")
    expect(headingOf("2025-10", now)).toBe("October 2025")
  })

  it("name a project by the last part of its path", () => {
    expect(nameOf("/home/ada/kelp/")).toBe("kelp")
    expect(nameOf("C:\\work\\kelp")).toBe("kelp")
    expect(nameOf("/")).toBe("/")
  })

  it("name projects by more of their path where they would be called the same", () => {
    const named = (...paths: string[]) => [...projectNames(paths).values()]
    expect(named("/x/a/kelp", "/x/b/kelp", "/x/a/tide")).toEqual(["a/kelp", "b/kelp", "tide"])
    expect(named("/a/x/kelp", "/b/x/kelp", "/a/x/kelp")).toEqual(["a/x/kelp", "b/x/kelp"])
    expect(named("/1/a/b/kelp", "/2/a/b/kelp")).toEqual(["/1/a/b/kelp", "/2/a/b/kelp"])
  })
})
