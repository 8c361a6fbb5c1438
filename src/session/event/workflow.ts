import { z } from "zod"
import { limits } from "../limits.ts"
import { decisionKinds, noteKinds } from "../timeline-kinds.ts"
import { blobRef, evidence, id, observation, workflowMode } from "./common.ts"

const entry = z.object({
  mode: workflowMode,
  reasonCode: z.string(),
  summary: z.string(),
  decisionKind: z.enum(["initial_route", "requested", "artifact_reuse", "handoff", "reentry", "forced"]).optional(),
  unresolvedQuestions: z.array(z.string()).optional(),
  signals: z.array(z.string()).optional().meta({ description: "what in the task or the workspace led to it" }),
  evidenceSummary: z.array(z.string()).optional(),
  evidence: z.array(evidence).optional(),
  observations: z.array(observation).optional(),
  promptFormat: z.string().optional().meta({ description: "how the model was told of its tools by then" }),
  promptSections: z
    .array(z.string())
    .optional()
    .meta({ description: "the sections of the newest prompt, where there was one" }),
  artifacts: z.array(z.string()).optional(),
  message: z
    .string()
    .max(limits.text)
    .optional()
    .meta({ description: "the message about it to the model, word for word" }),
})

export const decision = entry.extend({
  kind: z.enum(decisionKinds),
  reasonSummary: z.string().optional().meta({ description: "the reason alone, where the summary says something else" }),
  routeScore: z.number().optional().meta({ description: "how well the chosen mode fits, 0 to 1" }),
  runnerUpMode: workflowMode.optional(),
  runnerUpScore: z.number().optional(),
  ambiguity: z.number().optional(),
  complexity: z.number().optional(),
  scheduledNextMode: workflowMode.optional().meta({ description: "the mode that comes after this one" }),
})

export const note = entry.extend({
  kind: z.enum(noteKinds),
  policyStage: z.string().optional(),
  policyOutcome: z.string().optional(),
  clarifyStage: z.string().optional(),
  clarifyPressure: z.string().optional(),
  pressurePassComplete: z.boolean().optional().meta({ description: "the hardest question was asked" }),
  missingGates: z.array(z.string()).optional().meta({ description: "what must be clear before clarifying ends" }),
})

export const legacyTrace = z.object({
  kind: z.literal("legacy_trace"),
  stage: z.string(),
  outcome: z.string(),
  reasonCode: z.string(),
  summary: z.string(),
  evidenceSummary: z.array(z.string()).optional(),
  evidence: z.array(evidence).optional(),
})

export const ledgerList = z.enum(["assumptions", "acceptanceAnchors", "decisionBoundaries"])

export const ledgerItem = z
  .object({
    id,
    list: ledgerList,
    text: z.string().min(1).max(limits.note),
    status: z.enum(["open", "contradicted", "active", "changed", "tracked", "reopened"]),
    introducedPhase: z.string().max(limits.name),
    updatedPhase: z.string().max(limits.name).optional(),
    evidence: z.array(z.string().max(limits.note)).max(limits.ledgerEvidence).optional(),
  })
  .meta({ id: "ledgerItem", description: "an assumption, an acceptance anchor or a decision boundary" })

const artifact = z
  .enum(["brief", "plan", "verification-plan"])
  .meta({ id: "artifact", description: "what is written before the work: what is wanted, how, and how it is verified" })

/** How the work is steered, and why: each entry of the timeline is one of these. */
export const workflowEvents = {
  "workflow.decided": decision.meta({ description: "The router chose a mode: scores, signals and reason." }),

  "workflow.noted": z.discriminatedUnion("kind", [note, legacyTrace]).meta({
    description:
      "An accountability entry: completion, repair, verification or clarification. A `legacy_trace` is a completion decision in a session converted from an agent whose timeline does not record them. Holdfast never writes it, and shows it only where the timeline has no completion entry.",
  }),

  "workflow.ledger-changed": z
    .object({ items: z.array(ledgerItem).min(1).max(limits.ledgerItems) })
    .meta({ description: "Assumptions, acceptance anchors and decision boundaries, added or changed by id." }),

  "workflow.artifact-written": z
    .object({
      artifact,
      version: z.int().min(1),
      body: blobRef,
      summary: z.string().optional(),
    })
    .meta({ description: "A version of the brief, the plan or the verification plan." }),

  "workflow.artifact-edited": z
    .object({
      artifact,
      from: z.int().min(1).meta({ description: "the version that the person changed" }),
      body: blobRef,
    })
    .meta({ description: "A person wrote the next version of the brief, the plan or the verification plan." }),
}

export type Decision = z.infer<typeof decision>
export type Note = z.infer<typeof note>
export type LegacyTrace = z.infer<typeof legacyTrace>
export type ArtifactKind = z.infer<typeof artifact>
export type LedgerItem = z.infer<typeof ledgerItem>
