import { isUnknown } from "./mark.ts"
import { operandsOf } from "./option.ts"

/** Where `cd` goes; undefined where that is known only when it runs, or is where it came from. */
export function cdTarget(args: readonly string[], home: string): string | undefined {
  const [target = home] = operandsOf(args)
  return isUnknown(target) || target === "-" ? undefined : target
}
