import { expect, it } from "vitest"
import { approvalFacts, coveredIn } from "./approval-facts.ts"

it("tells the command, its parts and what else there is to know", () => {
  const details = [
    "tool=bash",
    "active_mode=prompt",
    "command=npm ci && rm -rf build",
    "cwd=.",
    "reason=bash needs approval",
    "segment=[workspace] npm ci (may change files)",
    "segment=[danger] rm -rf build (removes whole directories)",
  ].join("\n")
  expect(approvalFacts(details)).toEqual({
    command: "npm ci && rm -rf build",
    segments: [
      { class: "workspace", text: "npm ci", because: "may change files" },
      { class: "danger", text: "rm -rf build", because: "removes whole directories" },
    ],
    rest: [],
  })
  expect(approvalFacts("command=ls\ncwd=src")?.rest).toEqual([{ name: "cwd", value: "src" }])
})

it("says that the approval covers exactly this command where it does", () => {
  const command = `rm -rf ${"build ".repeat(40)}`
  expect(coveredIn(`run in /srv/kelp: ${command}`, command)).toBe("/srv/kelp")
  expect(coveredIn("write /srv/kelp/a.txt", null)).toBeNull()
  expect(coveredIn("run in /srv/kelp: ls", "ls -l")).toBeNull()
})

it("takes no line of a command for a fact", () => {
  const facts = approvalFacts("command=true\n  segment=[harmless] ls\n  rm -rf /\nsegment=[danger] rm -rf / (removes)")
  expect(facts?.command).toBe("true\nsegment=[harmless] ls\nrm -rf /")
  expect(facts?.segments).toEqual([{ class: "danger", text: "rm -rf /", because: "removes" }])
})

it("leaves what is written in another way as it is", () => {
  expect(approvalFacts("The constants differ by port.")).toBeNull()
})
