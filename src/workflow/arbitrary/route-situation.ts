import type { RouteSituation } from "../route/route.ts"

/** The beginning of a session: nothing was written, asked or decided. */
export const situation: Omit<RouteSituation, "task"> = {
  requested: null,
  clarifyAllowed: true,
  hasBrief: false,
  hasPlan: false,
  planStale: false,
  openQuestions: [],
  verificationPressure: false,
  mutationPressure: false,
  conversation: false,
  timeline: [],
}
