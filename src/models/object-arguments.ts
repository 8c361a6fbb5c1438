/**
 * An event of the chat completions dialect with the arguments of its tool calls written as the text that the dialect
 * wants, where the server sent them as objects; null where there is nothing to change. The package of the dialect
 * refuses the whole chunk otherwise.
 */
export function withTextArguments(event: string): string | null {
  if (!event.startsWith("data:") || event.includes("\n") || !mayHold.test(event)) return null
  const chunk = parsed(event.slice("data:".length))
  let changed = false
  for (const choice of listIn(chunk, "choices")) {
    for (const call of listIn(fieldIn(choice, "delta"), "tool_calls")) {
      const called = fieldIn(call, "function")
      if (!isRecord(called) || typeof called.arguments !== "object" || called.arguments === null) continue
      called.arguments = JSON.stringify(called.arguments)
      changed = true
    }
  }
  return changed ? `data: ${JSON.stringify(chunk)}\n\n` : null
}

const mayHold = /"arguments"\s*:\s*[{[]/

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = fieldIn(value, name)
  return Array.isArray(list) ? list : []
}

function fieldIn(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the package says what is wrong with the event
  }
}
