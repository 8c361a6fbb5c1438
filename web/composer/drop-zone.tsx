import { type RefObject, useEffect, useState } from "react"
import { createPortal } from "react-dom"
import { texts } from "../texts.ts"

/** Accepts files dropped anywhere on the session, with a hint while dragging. */
export function DropZone({
  inside,
  onFiles,
}: {
  inside: RefObject<HTMLElement | null>
  onFiles: (files: File[]) => void
}) {
  const [over, setOver] = useState<DOMRect | null>(null)
  useEffect(() => {
    const pane = inside.current?.closest("main") ?? inside.current
    if (!pane) return
    const enter = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return
      event.preventDefault()
      setOver(pane.getBoundingClientRect())
    }
    const leave = (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node && pane.contains(event.relatedTarget))) setOver(null)
    }
    const drop = (event: DragEvent) => {
      setOver(null)
      const files = filesOf(event.dataTransfer)
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    }
    pane.addEventListener("dragenter", enter)
    pane.addEventListener("dragover", enter)
    pane.addEventListener("dragleave", leave)
    pane.addEventListener("drop", drop)
    return () => {
      pane.removeEventListener("dragenter", enter)
      pane.removeEventListener("dragover", enter)
      pane.removeEventListener("dragleave", leave)
      pane.removeEventListener("drop", drop)
    }
  }, [inside, onFiles])
  if (!over) return null
  const { left, top, width, height } = over
  return createPortal(
    <div
      style={{ left, top, width, height }}
      className="pointer-events-none fixed z-40 grid place-items-center bg-ground/80 p-6"
    >
      <p className="rounded-xl border-2 border-accent border-dashed bg-surface px-8 py-6 text-center shadow-float">
        <strong className="block font-semibold">{texts.composer.dropHere}</strong>
        <span className="text-ink-faint text-sm">{texts.composer.dropWhat}</span>
      </p>
    </div>,
    document.body,
  )
}

/** The files of a paste or drop, without folders. */
export function filesOf(from: DataTransfer | null): File[] {
  if (!from) return []
  return [...from.items].flatMap((item) => {
    if (item.kind !== "file" || item.webkitGetAsEntry()?.isDirectory) return []
    return item.getAsFile() ?? []
  })
}
