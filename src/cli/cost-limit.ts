import { join } from "node:path"
import type { Limits } from "../agent/limits.ts"
import { oneLine } from "../agent/text/plain.ts"
import type { Workshop } from "./agent.ts"
import { UsageError } from "./usage-error.ts"

/** Refuses a cost limit that nobody could keep: that of a model whose price is not known. */
export async function assertPriced(
  { models, configuration }: Workshop,
  { model, server, limits }: { model: string | null; server: string | null; limits: Partial<Limits> },
  command: string,
): Promise<void> {
  if (limits.cost === undefined || limits.cost === null) return
  const { name, priced } = await models.open(model, server)
  if (priced !== false) return
  throw new UsageError(
    `The price of ${oneLine(name)} is not known, so --max-cost cannot be kept. ` +
      `Set it as \`prices\` in ${join(configuration, "config.json")}, or use --max-tokens.`,
    command,
  )
}
