import { errorText } from "../../base/error-text.ts"
/** Reports background work that failed. The log is whole without it, so that no foreground work is stopped. */
export function warnOf(what: string): (error: unknown) => void {
  return (error) => process.emitWarning(`Holdfast could not ${what}: ${errorText(error)}`)
}
