import type { Message } from "../../models/contract.ts"

/** A message for a model that cannot see images: it is told which were attached. */
export function withoutImages(message: Message): Message {
  if (message.role !== "user" || !message.attachments) return message
  const isImage = ({ mediaType }: { mediaType: string }) => mediaType.startsWith("image/")
  const images = message.attachments.filter(isImage)
  if (images.length === 0) return message
  const { attachments, ...rest } = message
  const others = attachments.filter((file) => !isImage(file))
  const lines = images.map(
    ({ name }) => `[The image ${name} was attached. You cannot see images: say so if it matters.]`,
  )
  return {
    ...rest,
    text: [rest.text, ...lines].filter((line) => line !== "").join("\n\n"),
    ...(others.length > 0 ? { attachments: others } : {}),
  }
}
