import { type Background, type Paint, paintFor } from "../../text/paint.ts"

/** Colours that follow the background of the terminal, once that is known. */
export type AdaptivePaint = { paint: Paint; follow(background: Background): void }

export function adaptivePaint(given: Paint): AdaptivePaint {
  const isColoured = given.bold("x") !== "x"
  let now = given
  const names = Object.keys(given) as (keyof Paint)[]
  const paint = Object.fromEntries(names.map((name) => [name, (text: string) => now[name](text)])) as Paint
  return {
    paint,
    follow(background) {
      if (isColoured) now = paintFor("on", background)
    },
  }
}

/** How the background is, by its colour as the terminal reports it. */
export function backgroundOf({ r, g, b }: { r: number; g: number; b: number }): Background {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 127 ? "light" : "dark"
}

/** What the environment says where the terminal says nothing: `COLORFGBG` is `foreground;background` by number. */
export function backgroundIn(env: NodeJS.ProcessEnv): Background | null {
  const last = /(?:^|;)(\d+)$/.exec(env.COLORFGBG ?? "")?.[1]
  if (last === undefined) return null
  return last === "7" || Number(last) > 8 ? "light" : "dark"
}
