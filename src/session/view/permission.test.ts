import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import { permissionsHere } from "./permission.ts"

const configure = (
  permissionMode: "read-only" | "prompt" | "workspace-write" | "danger-full-access" | "allow",
): Line => ["session.configured", { permissionMode }]
const approve = (ask: string): Line[] => [
  ["ask.opened", { ask, kind: "approval", question: "?", call: ask }],
  ["ask.answered", { ask, answer: "approve", scope: "session" }],
]
const here = (foreignThrough: number, ...lines: Line[]) => {
  const { permission, grants } = permissionsHere(stateOf(...lines), foreignThrough)
  return { mode: permission.mode, grants: grants.map(({ ask }) => ask) }
}

describe("privileges", () => {
  it("hold on the machine where a person gave them", () => {
    expect(here(0, configure("allow"), ...approve("a"))).toEqual({ mode: "allow", grants: ["a"] })
  })

  it.each(["allow", "danger-full-access", "workspace-write", "prompt", "read-only"] as const)(
    "do not travel: an imported %s is read-only here, where nobody chose the workspace",
    (given) => {
      expect(here(4, configure(given), ...approve("a"))).toEqual({ mode: "read-only", grants: [] })
    },
  )

  it("given here after the import hold", () => {
    expect(here(4, configure("allow"), ...approve("a"), configure("danger-full-access"), ...approve("b"))).toEqual({
      mode: "danger-full-access",
      grants: ["b"],
    })
  })

  it("are the default where nobody chose", () => {
    expect(here(0)).toEqual({ mode: "workspace-write", grants: [] })
    expect(here(1)).toEqual({ mode: "read-only", grants: [] })
  })
})
