import { many, single } from "./cases/append.ts"
import { commands } from "./cases/commands.ts"
import { day } from "./cases/day.ts"
import { growth, opening } from "./cases/growth.ts"
import { answerOnly, shellInGit, shellOutside } from "./cases/headless.ts"
import { look } from "./cases/look.ts"
import { sandbox } from "./cases/sandbox.ts"
import { listing, searching } from "./cases/scale.ts"
import { memory, turn } from "./cases/turn.ts"
import type { Comparison } from "./measure.ts"

/** Every comparison by its name; the peak memory of each contender is printed beside its figure. */
export const comparisons: Record<string, Comparison> = {
  a: single,
  b: many,
  c: growth,
  d: opening,
  list: listing,
  search: searching,
  f: day,
  turn,
  look,
  memory,
  shell: shellInGit,
  "shell-outside": shellOutside,
  answer: answerOnly,
  commands,
  sandbox,
}
