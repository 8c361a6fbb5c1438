import { type RefObject, useRef } from "react"

/** The part of the page that something is in: what opens above it belongs to it, for those who go by landmarks. */
export function landmarkOf(element: Element | undefined): HTMLElement | null {
  return element?.closest<HTMLElement>("main, nav, aside") ?? null
}

/** Where a menu or a popover is put, and what tells it that it opens. In a dialog it stays where the dialog is. */
export function useLandmark(): [RefObject<HTMLElement | null>, (isOpen: boolean, from: Element | undefined) => void] {
  const place = useRef<HTMLElement>(null)
  return [
    place,
    (isOpen, from) => {
      if (isOpen) place.current = landmarkOf(from)
    },
  ]
}
