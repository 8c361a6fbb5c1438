import type { Act, Look, Result, Tool, ToolContext } from "../../tools/contract.ts"

/** A tool as another program writes it. `run` may return the plain text of its result. */
export type NewTool<Arguments> = Pick<Act<Arguments>, "name" | "description" | "schema" | "aliases"> &
  Partial<Pick<Act<Arguments>, "access">> & {
    /** `look` if running it again changes nothing: after a crash it is. Anything else runs once, and is an `act`. */
    kind?: "act" | "look"
    run(args: Arguments, context: ToolContext): Promise<Result | string> | Result | string
  }

/** A tool of another program. Where it does not say what it touches, it touches nothing that permissions know of. */
export function defineTool<Arguments>({ kind = "act", ...tool }: NewTool<Arguments>): Tool {
  const defined: Act<Arguments> | Look<Arguments> = {
    access: () => ({ kind: "none" }),
    ...tool,
    kind,
    async run(args, context) {
      const result = await tool.run(args, context)
      return typeof result === "string" ? { status: "ok", text: result } : result
    },
  }
  return defined as Tool
}
