import { useEffect, useState } from "react"

/** Whether something has been so for a while: what passes at once needs no words. */
export function useLasting(isSo: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasted(true), ms)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [isSo, ms])
  return isSo && lasted
}
