import { EventEmitter, once } from "node:events"
import type { Frame } from "../../../src/server/contract/stream.ts"

/** How far the clients have seen it go, all of them together. */
export type Progress = {
  take(frame: Frame): void
  frames(): number
  answers(): number
  /** Settles when so many frames and so many different answers were seen. */
  reach(wanted: { frames?: number; answers?: number }): Promise<void>
}

export function progressOfAll(): Progress {
  const answers = new Set<string>()
  const moved = new EventEmitter().setMaxListeners(0)
  let frames = 0
  return {
    take({ name, data }) {
      if (name !== "event" && name !== "delta") return
      frames++
      if (name === "event" && data.event.type === "model.answered") answers.add(`${data.session} ${data.event.seq}`)
      moved.emit("frame")
    },
    frames: () => frames,
    answers: () => answers.size,
    async reach(wanted) {
      while (frames < (wanted.frames ?? 0) || answers.size < (wanted.answers ?? 0)) await once(moved, "frame")
    },
  }
}
