import { expect, it } from "vitest"
import { htmlAsText } from "./markdown-html.ts"

it("makes HTML the text that it is, and keeps line breaks", () => {
  const raw = (value: string) => ({ type: "raw", value })
  const tree = {
    type: "root",
    children: [
      raw("<script>alert(1)</script>"),
      { type: "element", tagName: "p", children: [{ type: "text", value: "a" }, raw("<br/>"), raw("<b>")] },
    ],
  }
  htmlAsText()(tree)
  expect(tree).toEqual({
    type: "root",
    children: [
      { type: "text", value: "<script>alert(1)</script>" },
      {
        type: "element",
        tagName: "p",
        children: [
          { type: "text", value: "a" },
          { type: "element", tagName: "br", properties: {}, children: [] },
          { type: "text", value: "<b>" },
        ],
      },
    ],
  })
})
