/** How many billions of parameters a name tells of: `qwen3:8b`, `8x7b`, `smollm2-360m`; of `30b-a3b` the whole. */
export function billionsIn(name: string): number | null {
  const [, experts, number, unit] = size.exec(name.toLowerCase()) ?? []
  if (number === undefined) return null
  return (Number(experts ?? 1) * Number(number)) / (unit === "m" ? 1000 : 1)
}

// `e4b` takes the room of a model with four billions; `1m` is a window.
const size = /(?<![a-z0-9.])(?:(\d+)x|e)?(\d+(?:\.\d+)?(?=b)|\d{2,}(?=m))(b|m)(?![a-z0-9])/
