/**
 * Whether the line before a call calls it an example, or says that it is not to be run. Such a call is not run at first
 * sight: the model is asked once whether it meant it. A missing word runs an example; an extra one costs a question.
 */
export function announcesExample(before: string): boolean {
  const line = before.trimEnd().split("\n").at(-1) ?? ""
  return announcements.some((words) => words.test(line))
}

const announcements: readonly RegExp[] = [
  // Not `example.txt`, `docs/example` or `example-app`.
  /(?<![\p{L}\p{N}_./-])(?:examples?|beispiele?|exemples?|ejemplos?|esempio|exemplos?|voorbeeld|przykład|пример|örnek)(?![\p{L}\p{N}_/-]|\.\p{L})/iu,
  /示例|例子|範例|例示|예시|예제|مثال/u,
  /(?:\b(?:not|never)|n['’]t)\s+(?:to\s+|be\s+)?(?:run|execut|call|invok|made|make)/i,
]
