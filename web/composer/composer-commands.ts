import type { PermissionMode, WorkflowMode } from "../../src/session/event/common.ts"
import { configure } from "../live/actions.ts"
import type { Command, CommandContext } from "../live/commands.ts"
import { sendInput } from "../live/send-input.ts"
import { texts } from "../texts.ts"
import { notify } from "../ui/notices.ts"
import { type BusyKind, busyKind, busyKinds } from "./busy-kind.ts"

const words = texts.composer
const isOpen = ({ session, state }: CommandContext) => session !== null && state !== undefined && !state.log.trashed
const isBusy = (context: CommandContext) => isOpen(context) && context.state?.log.turn !== null

/** Slash commands and palette entries of the composer: how to send, and session settings. */
export const composerCommands: readonly Command[] = [
  ...busyKinds.map(manner),
  {
    id: "composer.model",
    name: words.commandNames.model,
    group: "session",
    slash: { name: "model", argument: words.slashArguments.model },
    when: isOpen,
    run: ({ session, argument }) => {
      if (!session) return
      if (argument) void configure(session, { model: argument })
      else notify(words.modelUsage)
    },
  },
  ...(["auto", "clarify", "plan", "execute", "verify", "explore"] as const).map(mode),
  ...(["read-only", "prompt", "workspace-write", "danger-full-access", "allow"] as const).map(permission),
]

function manner(kind: BusyKind): Command {
  return {
    id: `composer.${kind}`,
    name: words.commandNames[kind],
    group: "session",
    slash: { name: kind, argument: words.slashArguments.message },
    when: isBusy,
    run: ({ session, state, argument }) => {
      if (!session) return
      if (argument) sendInput(session, { text: argument, attachments: [] }, { kind, turn: state?.log.turn?.id })
      else busyKind.set(kind)
    },
  }
}

function mode(wanted: WorkflowMode | "auto"): Command {
  return {
    id: `composer.mode.${wanted}`,
    name: words.commandNames.mode(words.modes[wanted].name),
    group: "session",
    words: words.modes[wanted].what,
    slash: { name: wanted, argument: words.slashArguments.optionalMessage },
    when: isOpen,
    run: ({ session, state, argument }) => {
      if (!session) return
      void configure(session, { mode: wanted === "auto" ? null : wanted })
      // The outbox preserves order, so the mode is set before the message arrives.
      if (argument)
        sendInput(session, { text: argument, attachments: [] }, { kind: state?.log.turn ? "queue" : "send" })
    },
  }
}

function permission(wanted: PermissionMode): Command {
  return {
    id: `composer.permission.${wanted}`,
    name: words.commandNames.permission(words.permissions[wanted].name),
    group: "session",
    words: words.permissions[wanted].what,
    when: isOpen,
    run: ({ session }) => {
      if (session) void configure(session, { permissionMode: wanted })
    },
  }
}
