import type { Message, ToolFormat } from "../../models/contract.ts"

/** How long a conversation is still so short that an example helps more than it costs. */
const mostMessages = 2

/**
 * A small conversation that shows how a tool is called, for models that are to call them in text. It is no part of the
 * session: it goes before its messages while there are few of them.
 */
export function fewShots(format: ToolFormat, messages: number): Message[] {
  return format === "native" || messages > mostMessages ? [] : example
}

const example: Message[] = [
  { role: "user", text: "[An example of how to work, not part of the task] Create hello.py that prints Hello." },
  {
    role: "assistant",
    text: "",
    calls: [{ call: "example-1", name: "write", arguments: { path: "hello.py", content: 'print("Hello")\n' } }],
  },
  { role: "tool", call: "example-1", name: "write", text: "Created hello.py (1 line).", failed: false },
  { role: "assistant", text: "Done: hello.py prints Hello. [End of the example]", calls: [] },
]
