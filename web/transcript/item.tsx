import { memo, type ReactNode } from "react"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { Answer } from "./answer.tsx"
import { ArtifactCard } from "./cards/artifact.tsx"
import { AskCard } from "./cards/ask.tsx"
import { CheckCard } from "./cards/check.tsx"
import { StopCard } from "./cards/stop.tsx"
import { TodosCard } from "./cards/todos.tsx"
import { ToolCard } from "./cards/tool.tsx"
import { Input } from "./input.tsx"
import {
  CompactionMark,
  ForkMark,
  KeptMark,
  ModeMark,
  OwnerMark,
  PushBackMark,
  RestoreMark,
  RewindMark,
  SavedMark,
  TrimMark,
  UnknownMark,
} from "./marks.tsx"

/** An item of the transcript, memoized by identity. */
export const Item = memo(function Item(props: { session: string; item: TranscriptItem; at: number | null }): ReactNode {
  const { session, item, at } = props
  const shared = { session, at }
  switch (item.kind) {
    case "input":
      return <Input {...shared} item={item} />
    case "answer":
      return <Answer {...shared} item={item} />
    case "tool":
      return <ToolCard {...shared} item={item} />
    case "ask":
      return <AskCard {...shared} item={item} />
    case "check":
      return <CheckCard {...shared} item={item} />
    case "todos":
      return <TodosCard {...shared} item={item} />
    case "artifact":
      return <ArtifactCard {...shared} item={item} />
    case "mode":
      return <ModeMark {...shared} item={item} />
    case "push-back":
      return <PushBackMark {...shared} item={item} />
    case "owner":
      return <OwnerMark {...shared} item={item} />
    case "restore":
      return <RestoreMark {...shared} item={item} />
    case "saved":
      return <SavedMark {...shared} item={item} />
    case "stop":
      return <StopCard {...shared} item={item} />
    case "compaction":
      return <CompactionMark {...shared} item={item} />
    case "trim":
      return <TrimMark {...shared} item={item} />
    case "kept":
      return <KeptMark {...shared} item={item} />
    case "fork":
      return <ForkMark {...shared} item={item} />
    case "rewind":
      return <RewindMark {...shared} item={item} />
    case "unknown":
      return <UnknownMark {...shared} item={item} />
  }
})
