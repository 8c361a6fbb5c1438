import { join } from "node:path"
import type { Limits } from "../agent/turn/limits.ts"
import { oneLine } from "../base/plain-words.ts"
import type { CliContext } from "./cli-context.ts"
import { UsageError } from "./usage-error.ts"

/** Refuses a cost limit for a model without a known price, since it could not be enforced. */
export async function assertPriced(
  { models, configuration }: CliContext,
  { model, server, limits }: { model: string | null; server: string | null; limits: Partial<Limits> },
  command: string,
): Promise<void> {
  if (limits.cost === undefined || limits.cost === null) return
  const { name, priced } = await models.open(model, server)
  if (priced !== false) return
  throw new UsageError(
    `The price of ${oneLine(name)} is unknown, so --max-cost cannot be enforced. ` +
      `Set it as \`prices\` in ${join(configuration, "config.json")}, or use --max-tokens.`,
    command,
  )
}
