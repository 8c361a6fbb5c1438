import { Toast } from "@base-ui/react/toast"
import { X } from "lucide-react"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"

/** Notices below the header, where they do not cover text fields. */
export function Notices() {
  return (
    <Toast.Portal>
      <Toast.Viewport
        aria-label={texts.shell.notices}
        className="fixed right-3 top-[calc(7rem+env(safe-area-inset-top))] z-60 flex w-[min(24rem,calc(100vw-1.5rem))] flex-col gap-2"
      >
        <All />
      </Toast.Viewport>
    </Toast.Portal>
  )
}

function All() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["right", "up"]}
      className={classes(
        "rounded-xl border bg-surface shadow-float transition-[opacity,translate] duration-200 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-2 data-starting-style:opacity-0",
        toast.type === "problem" ? "border-bad/50" : "border-line",
      )}
    >
      <Toast.Content className="flex items-center gap-2 py-1.5 pr-1.5 pl-4">
        <div className="min-w-0 grow py-1 text-sm break-words">
          <Toast.Title render={<p />} className={toast.type === "problem" ? "text-bad" : "text-ink"} />
          <Toast.Description className="text-ink-faint" />
        </div>
        <Toast.Action className="min-h-9 shrink-0 rounded-lg px-3 text-sm font-medium text-accent hover:bg-accent-soft pointer-coarse:min-h-11" />
        <Toast.Close
          render={
            <IconButton name={texts.close}>
              <X size={15} aria-hidden />
            </IconButton>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ))
}
