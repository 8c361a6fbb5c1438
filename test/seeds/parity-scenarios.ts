import { expect } from "vitest"
import type { ScriptStep } from "../../src/index.ts"
import type { Outcome, Scenario } from "./parity-scene.ts"

const call = (name: string, args: Record<string, unknown>, id = name): ScriptStep => ({
  toolCalls: [{ id, name, arguments: args }],
})
const write = (path: string, content: string, id?: string) => call("write", { path, content }, id)
const bash = (command: string, id?: string) => call("bash", { command }, id)
const done: ScriptStep = { text: "Done." }
const raw = (name: string, args: object): ScriptStep => ({ text: JSON.stringify({ name, arguments: args }) })

const makefile = (line: string) => ({ Makefile: `.PHONY: test\ntest:\n\t${line}\n` })
const question = { question: "Which colour?", options: ["red", "blue"] }
const patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+new\n"

const wasAsked = ({ asks, stop }: Outcome) => {
  expect(asks).toHaveLength(1)
  expect(stop).toBeNull()
}
const asksTheQuestion = ({ asks }: Outcome) =>
  expect(asks).toMatchObject([{ kind: "question", question: "Which colour?" }])

const fixes: Omit<Scenario, "expect"> = {
  task: "Write good into a.zig.",
  files: makefile("grep -q good a.zig"),
  script: [write("a.zig", "bad\n"), done, write("a.zig", "good\n", "again"), done],
}

/** Loader's parity scenarios, by the names that they have there. docs/seeds.md lists them. */
export const parity: Readonly<Record<string, Scenario>> = {
  streaming_text: {
    script: [{ text: "Word after word.", chunkChars: 3 }],
    expect: ({ streamed, answer }) => {
      const deltas = streamed.flatMap((item) => ("channel" in item && item.channel === "text" ? [item.text] : []))
      expect(deltas.join("")).toBe("Word after word.")
      expect(answer).toBe("Word after word.")
    },
  },
  read_file_roundtrip: {
    files: { "a.txt": "apple\n" },
    script: [call("read", { path: "a.txt" }), { text: "An apple." }],
    expect: ({ tools }) => expect(tools).toMatchObject([{ status: "ok", text: expect.stringContaining("apple") }]),
  },
  multi_tool_turn_roundtrip: {
    files: { "a.txt": "apple\n", "b.txt": "berry\n" },
    script: [
      { toolCalls: ["a", "b"].map((name) => ({ id: name, name: "read", arguments: { path: `${name}.txt` } })) },
      done,
    ],
    expect: ({ of, statuses }) => {
      expect(of("tool.finished").map(({ call: id }) => id)).toEqual(["a", "b"])
      expect(statuses).toEqual(["ok", "ok"])
    },
  },
  turn_summary_smoke_for_multi_tool_turn: {
    files: { "a.txt": "apple\n" },
    script: [call("read", { path: "a.txt" }), write("b.txt", "berry\n"), done],
    expect: ({ why }) =>
      expect(why).toMatchObject({
        standing: "stopped",
        did: { steps: 3, tools: { ok: 2 }, files: [{ change: "created" }] },
      }),
  },
  write_file_allowed: {
    script: [write("a.txt", "apple\n"), done],
    expect: ({ statuses, file }) => expect([statuses, file("a.txt")]).toEqual([["ok"], "apple\n"]),
  },
  write_file_denied: {
    permissionMode: "prompt",
    script: [write("a.txt", "apple\n"), done],
    answers: ["deny"],
    expect: ({ statuses, file }) => expect([statuses, file("a.txt")]).toEqual([["denied"], null]),
  },
  bash_stdout_roundtrip: {
    script: [bash("echo from the shell"), done],
    expect: ({ tools }) =>
      expect(tools).toMatchObject([{ status: "ok", text: expect.stringContaining("from the shell") }]),
  },
  bash_confirmation_prompt_approved: {
    permissionMode: "prompt",
    script: [bash("echo yes > a.txt"), done],
    answers: ["approve"],
    expect: ({ statuses, file }) => expect([statuses[0], file("a.txt")]).toEqual(["ok", "yes\n"]),
  },
  bash_confirmation_prompt_denied: {
    permissionMode: "prompt",
    script: [bash("echo yes > a.txt"), done],
    answers: ["deny"],
    expect: ({ statuses, file }) => expect([statuses, file("a.txt")]).toEqual([["denied"], null]),
  },
  read_only_mode_denies_write: {
    permissionMode: "read-only",
    script: [write("a.txt", "apple\n"), done],
    expect: ({ statuses, asks, file }) => expect([statuses, asks, file("a.txt")]).toEqual([["denied"], [], null]),
  },
  read_only_mode_denies_mutating_bash: {
    permissionMode: "read-only",
    script: [bash("touch a.txt"), done],
    expect: ({ statuses, file }) => expect([statuses, file("a.txt")]).toEqual([["denied"], null]),
  },
  read_only_mode_allows_safe_bash: {
    permissionMode: "read-only",
    script: [bash("pwd"), done],
    expect: ({ tools, workspace }) =>
      expect(tools).toMatchObject([{ status: "ok", text: expect.stringContaining(workspace) }]),
  },
  workspace_write_denies_write_outside_root: {
    script: [write("../outside.txt", "no\n"), done],
    answers: ["deny"],
    expect: ({ statuses, file }) => expect([statuses, file("../outside.txt")]).toEqual([["denied"], null]),
  },
  danger_full_access_allows_dangerous_bash: {
    permissionMode: "danger-full-access",
    files: { "build/a.txt": "a\n" },
    script: [bash("rm -rf build"), done],
    expect: ({ asks, file }) => expect([asks, file("build/a.txt")]).toEqual([[], null]),
  },
  prompt_mode_prompts_destructive_write: {
    permissionMode: "prompt",
    files: { "a.txt": "old\n" },
    script: [call("read", { path: "a.txt" }), write("a.txt", "new\n"), done],
    answers: ["approve"],
    expect: ({ asks, file }) => expect([asks.length, file("a.txt")]).toEqual([2, "old\n"]),
  },
  allow_mode_skips_prompt_for_destructive_write: {
    permissionMode: "allow",
    files: { "a.txt": "old\n" },
    script: [call("read", { path: "a.txt" }), write("a.txt", "new\n"), done],
    expect: ({ asks, file }) => expect([asks, file("a.txt")]).toEqual([[], "new\n"]),
  },
  deny_rule_blocks_allowed_mode: {
    permissionMode: "allow",
    rules: { deny: [{ tool: "write" }] },
    script: [write("a.txt", "apple\n"), done],
    expect: ({ tools, file }) => {
      expect(tools).toMatchObject([{ status: "denied", text: expect.stringContaining("rule") }])
      expect(file("a.txt")).toBeNull()
    },
  },
  ask_rule_prompts_even_when_mode_would_allow: {
    permissionMode: "allow",
    rules: { ask: [{ tool: "write" }] },
    script: [write("a.txt", "apple\n"), done],
    expect: wasAsked,
  },
  raw_json_tool_call_fallback: {
    script: [raw("write", { path: "a.txt", content: "apple\n" }), done],
    expect: ({ statuses, file }) => expect([statuses, file("a.txt")]).toEqual([["ok"], "apple\n"]),
  },
  raw_json_todowrite_tool_call_fallback: {
    script: [raw("TodoWrite", { todos: [{ content: "Name it", status: "completed" }] }), done],
    expect: ({ state }) =>
      expect(state.branch.done?.items).toContainEqual(expect.objectContaining({ text: "Name it", state: "completed" })),
  },
  raw_json_patch_tool_call_fallback: {
    files: { "a.txt": "old\n" },
    script: [call("read", { path: "a.txt" }), raw("patch", { patch }), done],
    expect: ({ file }) => expect(file("a.txt")).toBe("new\n"),
  },
  raw_json_ask_user_question_tool_call_fallback: {
    script: [raw("AskUserQuestion", question), done],
    expect: asksTheQuestion,
  },
  raw_bracket_ask_user_question_tool_call_fallback: {
    script: [{ text: `[calls AskUserQuestion tool with: ${JSON.stringify(question)}]` }, done],
    expect: asksTheQuestion,
  },
  native_and_raw_tool_paths_share_executor_trace: {
    script: [write("a.txt", "apple\n"), raw("write", { path: "b.txt", content: "apple\n" }), done],
    expect: ({ of }) => {
      const [native, text] = of("tool.finished").map(({ status, changed = [] }) => ({
        status,
        changes: changed.length,
      }))
      expect(text).toEqual(native)
      expect(of("tool.started")).toHaveLength(2)
    },
  },
  backend_capability_probe_refreshes_native_tool_mode: {
    learns: { toolFormat: "native", strength: "standard", strictness: "strict", source: "server" },
    script: [done],
    expect: ({ of, offered }) => {
      expect(of("prompt.built").map(({ format }) => format)).toEqual(["native"])
      expect(offered[0]).toBeGreaterThan(5)
    },
  },
  run_streaming_delegates_to_primary_runtime: {
    script: [write("a.txt", "apple\n"), done],
    expect: ({ streamed, events }) => {
      const seqs = streamed.flatMap((item) => ("type" in item ? [item.seq] : []))
      expect(seqs).toEqual(events.map(({ seq }) => seq).slice(-seqs.length))
      expect(seqs.length).toBeGreaterThan(5)
    },
  },
  definition_of_done_verify_phase: {
    files: makefile("grep -q good a.zig"),
    script: [write("a.zig", "good\n"), done],
    expect: ({ checks, modes, stop }) => {
      expect(checks).toEqual(["passed"])
      expect([modes.at(-1), stop]).toEqual(["verify", "completed-verified"])
    },
  },
  verify_failure_routes_to_fix_loop: {
    ...fixes,
    expect: ({ checks, stop }) => {
      expect(checks).toEqual(["failed", "passed"])
      expect(stop).toBe("completed-verified")
    },
  },
  verify_retry_budget_exhaustion: {
    files: makefile("grep -q good a.zig"),
    limits: { fixRetries: 1 },
    script: [write("a.zig", "1\n"), done, write("a.zig", "2\n", "again"), done, done],
    expect: ({ stop }) => expect(stop).toBe("verification-budget-exhausted"),
  },
  // Words do not decide here: you ask for the mode, or a weak model plans first.
  ambiguous_prompt_routes_to_clarify: {
    mode: "clarify",
    script: [{ text: "Which colour?" }, done],
    expect: ({ modes, asks }) => expect([modes[0], asks[0]?.kind]).toEqual(["clarify", "question"]),
  },
  complex_prompt_routes_to_plan: {
    mode: "plan",
    script: [{ text: "1. Write a.txt\n<<<VERIFICATION>>>\n- `test -e a.txt`" }, done],
    expect: ({ modes, asks, of }) => {
      expect([modes[0], asks[0]?.kind]).toEqual(["plan", "plan"])
      expect(of("workflow.artifact-written").map(({ artifact }) => artifact)).toContain("plan")
    },
  },
  verify_failure_fix_loop_does_not_reroute_workflow: {
    ...fixes,
    expect: ({ modes }) => expect(modes.filter((mode) => mode === "clarify" || mode === "plan")).toEqual([]),
  },
  conversational_task_skips_verify_phase: {
    task: "hello there",
    script: [{ text: "Hello." }],
    expect: ({ of, calls }) => expect([of("done.verification-planned"), calls]).toEqual([[], 1]),
  },
  explore_mode_skips_dod_and_router: {
    mode: "explore",
    files: { "a.txt": "apple\n" },
    script: [call("read", { path: "a.txt" }), { text: "An apple." }],
    expect: ({ of, modes, stop }) =>
      expect([of("turn.started").flatMap(({ done }) => done ?? []), modes, stop]).toEqual([[], [], "answered"]),
  },
  explore_mode_denies_write: {
    mode: "explore",
    script: [write("a.txt", "apple\n"), done],
    expect: ({ statuses, file }) => expect([statuses, file("a.txt")]).toEqual([["error"], null]),
  },
  explore_mode_ignores_global_allow_policy: {
    mode: "explore",
    permissionMode: "allow",
    rules: { allow: [{ tool: "write" }] },
    script: [write("a.txt", "apple\n"), done],
    expect: ({ file }) => expect(file("a.txt")).toBeNull(),
  },
  non_mutating_completion_no_longer_forces_continuation: {
    task: "What is in a.txt?",
    files: { "a.txt": "apple\n" },
    script: [call("read", { path: "a.txt" }), { text: "An apple." }],
    expect: ({ calls, answer }) => expect([calls, answer]).toEqual([2, "An apple."]),
  },
  tool_result_contract_regression: {
    script: [call("read", { path: "none.txt" }), bash("exit 3"), done],
    expect: ({ of }) => {
      const [missing, failed] = of("tool.finished")
      expect(missing).toMatchObject({
        call: "read",
        status: "error",
        output: { text: expect.stringContaining("none.txt") },
      })
      expect(failed).toMatchObject({ call: "bash", status: "error", output: { text: expect.stringContaining("3") } })
    },
  },
}
