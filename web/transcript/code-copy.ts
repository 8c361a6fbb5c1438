import { useEffect, useState } from "react"
import { copyText } from "../ui/copyable.tsx"
import { notifyProblem } from "../ui/notices.ts"

/** Copies text and reports that it was just copied. */
export function useCopied(): [boolean, (text: string) => void] {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (at === 0) return
    const timer = setTimeout(() => setAt(0), 2_000)
    return () => clearTimeout(timer)
  }, [at])
  return [at > 0, (text) => void copyText(text).then(() => setAt(Date.now()), notifyProblem)]
}
