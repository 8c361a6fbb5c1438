/** How long ago, or a date when that is more useful. */
export function ago(at: string | number, now: number = Date.now()): string {
  const time = typeof at === "number" ? at : Date.parse(at)
  if (Number.isNaN(time)) return "unknown"
  const seconds = Math.round((now - time) / 1000)
  if (seconds < -minute) return day(time)
  if (seconds < minute) return "just now"
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ago`
  if (seconds < 24 * hour) return `${Math.floor(seconds / hour)} h ago`
  const days = Math.floor(seconds / (24 * hour))
  if (days === 1) return "yesterday"
  return days < 30 ? `${days} days ago` : day(time)
}

export function day(at: string | number): string {
  const time = new Date(at)
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

/** The local time: 09:05:07. */
export function clock(at: string | number): string {
  const time = new Date(at)
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

const minute = 60
const hour = 3600

const two = (value: number) => String(value).padStart(2, "0")
