/** A small project with a bug and a test that fails because of it. It needs nothing but Node. */
export function demoProject(): readonly { path: string; content: string }[] {
  return files
}

const files = [
  {
    path: "package.json",
    content: `{
  "name": "till",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  },
  {
    path: "README.md",
    content: `# till

Sums up a basket, in cents. A basket of 100.00 or more gets a tenth off. Run \`node --test\`.
`,
  },
  {
    path: "src/till.js",
    content: `const discountFrom = 10_000
const discount = 0.1

/** What a basket costs, in cents. */
export function total(basket) {
  const sum = basket.reduce((cents, item) => cents + item.price * item.count, 0)
  return sum > discountFrom ? Math.round(sum * (1 - discount)) : sum
}
`,
  },
  {
    path: "test/till.test.js",
    content: `import assert from "node:assert/strict"
import { test } from "node:test"
import { total } from "../src/till.js"

test("an empty basket costs nothing", () => {
  assert.equal(total([]), 0)
})

test("a small basket costs the sum of its items", () => {
  assert.equal(total([{ price: 250, count: 2 }, { price: 99, count: 1 }]), 599)
})

test("a basket of exactly 100.00 gets the discount", () => {
  assert.equal(total([{ price: 5_000, count: 2 }]), 9_000)
})
`,
  },
] as const
