import type { RouteSituation } from "../../../src/workflow/route/route.ts"

/** The start of a session with a capable model: nothing was asked for or written. */
export const situation: Omit<RouteSituation, "task"> = {
  requested: null,
  model: "capable",
  hasPlan: false,
  openQuestions: [],
}
