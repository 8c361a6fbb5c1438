import { z } from "zod"

/** What a person may set of a model; all of it wins over what is found out. */
export const profileSetting = z.strictObject({
  toolFormat: z.enum(["native", "tagged", "bracket"]).optional(),
  strength: z.enum(["weak", "standard", "strong"]).optional(),
  strictness: z.enum(["lax", "standard", "strict"]).optional(),
  /** In tokens. */
  contextWindow: z.int().min(1024).optional(),
  /** Whether it can see images. */
  images: z.boolean().optional(),
})

export type ProfileSetting = z.infer<typeof profileSetting>
