import { createHash } from "node:crypto"
import { globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Lease, Store } from "../../src/store/contract.ts"
import { type Comparison, drive, withStore } from "../measure.ts"

const sessions = 12
const turnsEach = 25
const stepsEach = 4

/** (f) What a day of work takes on the disk: streamed answers, tool outputs, prompts. */
export const day: Comparison = {
  title: "(f) bytes on the disk per byte of unique content after a realistic day",
  unit: "bytes/byte",
  contenders: {
    holdfast: () =>
      withStore(async (store, directory) => {
        const content = uniqueContent()
        const material = sampler()
        await Promise.all(Array.from({ length: sessions }, () => work(store, content, material)))
        await store.close()
        const disk = statSync(join(directory, "holdfast.db")).size
        return {
          value: disk / content.bytes(),
          details: { "MiB on the disk": disk / 2 ** 20, "MiB unique": content.bytes() / 2 ** 20 },
        }
      }),
  },
  ratios: [],
}

type Content = { add(text: string): string; bytes(): number }
type Sampler = (characters: number) => string

async function work(store: Store, content: Content, sample: Sampler): Promise<void> {
  const lease = await drive(store)
  const system = content.add(sample(12_000))
  for (let i = 0; i < turnsEach; i++) await turn(store, lease, i, content, sample, system)
  await store.release(lease)
}

async function turn(
  store: Store,
  lease: Lease,
  i: number,
  content: Content,
  sample: Sampler,
  system: string,
): Promise<void> {
  const turn = `${lease.session}-${i}`
  const by = lease
  const task = content.add(sample(200))
  await store.append(
    lease.session,
    [{ type: "input.accepted", data: { input: turn, kind: "send", text: task } }],
    "intent",
  )
  await store.append(
    lease.session,
    [
      { type: "turn.started", turn, data: { task, input: turn } },
      { type: "input.consumed", turn, data: { input: turn, as: "task" } },
    ],
    by,
  )
  for (let step = 0; step < stepsEach; step++) await act(store, lease, { turn, step }, content, sample, system)
  await store.append(
    lease.session,
    [{ type: "turn.stopped", turn, data: { code: "answered", summary: "Answered." } }],
    by,
  )
}

async function act(
  store: Store,
  lease: Lease,
  { turn, step }: { turn: string; step: number },
  content: Content,
  sample: Sampler,
  system: string,
): Promise<void> {
  const bodies = await Promise.all([system, content.add(sample(600))].map((text) => store.putBlob(Buffer.from(text))))
  const { seq: asked } = await store.append(
    lease.session,
    [
      {
        type: "prompt.built",
        turn,
        step,
        data: {
          format: "native",
          mode: "execute",
          sections: bodies.map((body, i) => ({ name: `section ${i}`, body })),
        },
      },
      { type: "model.asked", turn, step, data: { purpose: "turn", model: "ollama/bench" } },
    ],
    lease,
  )
  const text = content.add(sample(1_500))
  for (let offset = 0; offset < text.length; offset += 100) {
    store.checkpoint(lease, asked, { channel: "text", offset, text: text.slice(offset, offset + 100) })
  }
  const call = `${turn}-${step}`
  const written = content.add(sample(1_000))
  await store.append(
    lease.session,
    [
      {
        type: "model.answered",
        turn,
        step,
        data: {
          asked,
          text,
          calls: [{ call, name: "write" }],
          finish: "tool-calls",
          usage: { input: 9000, output: 700 },
        },
      },
      {
        type: "tool.called",
        turn,
        step,
        data: { call, name: "write", arguments: { path: `src/file-${step}.ts`, content: written } },
      },
    ],
    lease,
  )
  await store.append(lease.session, [{ type: "tool.started", turn, step, data: { call, readOnly: false } }], lease)
  // Every fourth output is long: its head is shown, the whole of it is a blob.
  const output = content.add(sample(step === 3 ? 30_000 : 2_500))
  const whole = output.length > 8_000 ? { whole: await store.putBlob(Buffer.from(output)) } : {}
  await store.append(
    lease.session,
    [
      {
        type: "tool.finished",
        turn,
        step,
        data: { call, status: "ok", output: { text: output.slice(0, 8_000), ...whole }, changed: [] },
      },
    ],
    lease,
  )
}

function uniqueContent(): Content {
  const seen = new Set<string>()
  let bytes = 0
  return {
    add(text) {
      const hash = createHash("sha256").update(text).digest("base64")
      if (!seen.has(hash)) bytes += Buffer.byteLength(text)
      seen.add(hash)
      return text
    },
    bytes: () => bytes,
  }
}

/** Pieces of real text, each taken once: the sources and documents of this project and of what it is built with. */
function sampler(): Sampler {
  const root = join(import.meta.dirname, "../..")
  const files = globSync(["src/**/*.ts", "docs/*.md", "node_modules/{zod,fast-check,typescript}/**/*.{md,ts,js}"], {
    cwd: root,
  })
  const all = files
    .sort()
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n")
  let at = 0
  return (characters) => {
    if (at + characters > all.length) at = (at % 997) + 1
    at += characters
    return all.slice(at - characters, at)
  }
}
