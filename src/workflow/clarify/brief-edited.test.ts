import { describe, expect, it } from "vitest"
import { type Brief, parseBrief } from "./brief.ts"
import { withEdits } from "./brief-edited.ts"

const read = (text: string): Brief => parseBrief(text, { task: "Improve it", rounds: [] })
const first = read("# Brief\n\n## Scope\n- slow.js\n\n## Acceptance Criteria\n- It is faster\n")
const person = "# Brief\n\n## Scope\n- slow.js\n\n## Acceptance Criteria\n- Startup below 1s\n\n## Notes\nAsk Ada.\n"
const model = read("# Brief\n\n## Scope\n- all.js\n\n## Acceptance Criteria\n- It feels fast\n")

describe("what a person wrote into a brief", () => {
  it("stays when the model writes it anew, and the rest is the model's", () => {
    const brief = withEdits(model, [{ before: first, after: read(person) }])
    expect(brief).toMatchObject({
      inScope: ["all.js"],
      acceptanceCriteria: ["Startup below 1s"],
      kept: [{ title: "Notes", body: "Ask Ada." }],
    })
  })

  it("is the last that they wrote", () => {
    const later = person.replace("1s", "2s")
    const edits = [
      { before: first, after: read(person) },
      { before: read(person), after: read(later) },
    ]
    expect(withEdits(model, edits).acceptanceCriteria).toEqual(["Startup below 2s"])
  })

  it("is not what they left empty", () => {
    const emptied = read("# Brief\n\n## Scope\n- slow.js\n")
    expect(withEdits(model, [{ before: first, after: emptied }]).acceptanceCriteria).toEqual(["It feels fast"])
  })
})
