import { z } from "zod"

const schema = z.object({
  toolFormat: z.enum(["native", "tagged", "bracket"]),
  because: z.enum(["refused", "text-calls", "native-calls"]),
  described: z.boolean().nullable(),
  suspected: z.literal(true).optional(),
})

/**
 * What the answers of a model have shown, why, and what its server said of tools then. What is only suspected counts for
 * the run that saw it: a server may be wrong once.
 */
export type Learned = z.infer<typeof schema>

/**
 * Where what was learned is kept between runs. It is a convenience: where it fails, the answer that something was learned
 * from still counts, and if the log is kept there too, the next append reports the problem.
 */
export type ProfileMemory = {
  recall(key: string): Promise<unknown>
  /** Nothing in its place is to forget it. */
  keep(key: string, learned: Learned | undefined): Promise<void>
}

/** What was kept; undefined where nothing was, or nothing that makes sense now. */
export async function recallLearned(memory: ProfileMemory | undefined, key: string): Promise<Learned | undefined> {
  return schema.safeParse(await memory?.recall(key).catch(() => undefined)).data
}

export async function keepLearned(
  memory: ProfileMemory | undefined,
  key: string,
  learned: Learned | undefined,
): Promise<void> {
  await memory?.keep(key, learned).catch(() => undefined)
}
