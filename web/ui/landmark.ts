import { type RefObject, useRef } from "react"

/** The landmark of an element, which its menus and popovers should belong to. */
export function landmarkOf(element: Element | undefined): HTMLElement | null {
  return element?.closest<HTMLElement>("main, nav, aside") ?? null
}

/** The portal container of a menu or popover; inside of a dialog, the dialog. */
export function useLandmark(): [RefObject<HTMLElement | null>, (isOpen: boolean, from: Element | undefined) => void] {
  const place = useRef<HTMLElement>(null)
  return [
    place,
    (isOpen, from) => {
      if (isOpen) place.current = landmarkOf(from)
    },
  ]
}
