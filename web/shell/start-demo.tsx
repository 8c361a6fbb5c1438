import { Play } from "lucide-react"
import { useState } from "react"
import { startDemo } from "../live/crash-demo.ts"
import { go } from "../live/page-route.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { notifyProblem } from "../ui/notices.ts"

const words = texts.shell.firstRun

/** Starts the demo and opens its session. */
export function StartDemo() {
  const [isStarting, setStarting] = useState(false)
  const start = () => {
    setStarting(true)
    void startDemo()
      .then((session) => go({ session }), notifyProblem)
      .finally(() => setStarting(false))
  }
  return (
    <Button look="primary" onClick={start} disabled={isStarting}>
      <Play size={15} aria-hidden />
      {isStarting ? words.demoStarting : words.demo}
    </Button>
  )
}
