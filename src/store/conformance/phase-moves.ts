import { describe, it } from "vitest"
import { legalMoves, type Phase } from "../../session/event/turn.ts"
import { beginDriven, expectRefused, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function phaseMoves(scene: Scene): void {
  describe("the phase of a turn", () => {
    it.each(Object.entries(legalMoves))(
      "moves from %s to the phases that may follow, and to no other",
      async (from, to) => {
        const { id, drive } = await beginDriven(scene.store)
        for (const next of Object.keys(legalMoves).filter((phase) => phase !== "start") as Phase[]) {
          const turn = `${from} to ${next}`
          const way = wayTo(from as Phase | "start")
          await drive(say.started(turn), ...way.map(([before, after]) => say.moved(turn, before, after)))
          const move = () => drive(say.moved(turn, from === "start" ? null : (from as Phase), next))
          if ((to as readonly string[]).includes(next)) await move()
          else await expectRefused(scene.store, id, move, "illegal")
          await drive(say.stopped(turn))
        }
      },
    )
  })
}

function wayTo(phase: Phase | "start"): Array<[Phase | null, Phase]> {
  switch (phase) {
    case "start":
      return []
    case "prepare":
      return [[null, "prepare"]]
    case "assistant":
      return [...wayTo("prepare"), ["prepare", "assistant"]]
    default:
      return [...wayTo("assistant"), ["assistant", phase]]
  }
}
