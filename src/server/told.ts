import type { Told } from "../agent/once.ts"
import type { Asked } from "./handler.ts"

/** How the intent of a request is signed and told from others. */
export const toldBy = ({ key, by }: Asked): Told => ({ key, by })
