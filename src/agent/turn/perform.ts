import type { Action } from "./decide.ts"
import { askModel } from "./perform/ask-model.ts"
import { beginTools } from "./perform/begin-tools.ts"
import { callCheck } from "./perform/call-check.ts"
import { askQuestion, writeBrief } from "./perform/clarify.ts"
import { compact } from "./perform/compact.ts"
import { endTools } from "./perform/end-tools.ts"
import { judge } from "./perform/judge.ts"
import { sendRepairPrompt } from "./perform/repair.ts"
import { settleModel } from "./perform/settle-model.ts"
import { settleRestore } from "./perform/settle-restore.ts"
import { settleTools } from "./perform/settle-tools.ts"
import { startTurn } from "./perform/start-turn.ts"
import { stopTurn } from "./perform/stop-turn.ts"
import { takeInputs } from "./perform/take-inputs.ts"
import { waitUntil } from "./perform/wait-until.ts"
import { askApproval, followPlan, writePlan } from "./perform/write-plan.ts"
import type { Work } from "./work.ts"

const asks = { answer: askModel, question: askQuestion, brief: writeBrief, plan: writePlan } as const

/** Does one action, with its intents and outcomes in the log: the only place with I/O. */
export function perform(action: Exclude<Action, { do: "wait" }>, work: Work): Promise<void> {
  switch (action.do) {
    case "wait-until":
      return waitUntil(action.at, work)
    case "settle-restore":
      return settleRestore(action.started, work)
    case "start-turn":
      return startTurn(action.from, work)
    case "take-inputs":
      return takeInputs(action.inputs, work)
    case "ask-model":
      return asks[action.for](work)
    case "compact":
      return compact(action, work).then(() => undefined)
    case "repair":
      return sendRepairPrompt(action.trouble, work)
    case "settle-model":
      return settleModel(action, work)
    case "begin-tools":
      return beginTools(action.calls, work)
    case "settle-tools":
      return settleTools(action.calls, work)
    case "end-tools":
      return endTools(action, work)
    case "ask-approval":
      return askApproval(work)
    case "follow-plan":
      return followPlan(work)
    case "call-check":
      return callCheck(action.check, work)
    case "judge":
      return judge(work)
    case "stop":
      return stopTurn(action.stop, work)
    default:
      return action satisfies never
  }
}
