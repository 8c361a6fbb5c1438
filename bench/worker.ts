import { comparisons } from "./comparisons.ts"

const [name = "", contender = "", shared = "", scale = "1"] = process.argv.slice(2)
const comparison = comparisons[name]
const options = { shared, scale: Number(scale) }
const run = contender === "" ? comparison?.prepare : comparison?.contenders[contender]
const measure = (await run?.(options)) ?? { value: 0 }
process.send?.({ ...measure, peakMiB: process.resourceUsage().maxRSS / 1024 }, () => process.disconnect())
