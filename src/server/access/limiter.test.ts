import { expect, it } from "vitest"
import { createLimiter } from "./limiter.ts"

it("lets who came in before try again, however often others fail", () => {
  const limiter = createLimiter(() => 0)
  expect(limiter.attempt("10.1.0.1")).toBe(0)
  limiter.succeeded("10.1.0.1")
  for (let guess = 0; guess < 60; guess++) expect(limiter.attempt(`10.2.0.${guess}`)).toBe(0)
  expect(limiter.attempt("10.3.0.1")).toBeGreaterThan(0)
  for (let guess = 0; guess < 5; guess++) expect(limiter.attempt("10.1.0.1")).toBe(0)
  expect(limiter.attempt("10.1.0.1")).toBeGreaterThan(0)
})
