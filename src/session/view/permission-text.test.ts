import { expect, it } from "vitest"
import { stateOf } from "../../../test/support/session/example.ts"
import { permissionLines } from "./permission-text.ts"

it("says how many rules there are, from which file, and whether you can be asked", () => {
  expect(permissionLines(stateOf().log.permission)).toEqual([])
  const ruleCounts = { allow: 0, deny: 1, ask: 2 }
  const { permission } = stateOf([
    "session.configured",
    { prompting: false, ruleCounts, rulesSource: "/a/permissions.json" },
  ]).log
  expect(permissionLines(permission)).toEqual([
    "1 deny, 2 ask, from /a/permissions.json",
    "You are not asked: what needs your approval is denied",
  ])
  expect(permissionLines({ ...permission, prompting: true, ruleCounts: { allow: 0, deny: 0, ask: 0 } })).toEqual([
    "none, from /a/permissions.json",
  ])
})
