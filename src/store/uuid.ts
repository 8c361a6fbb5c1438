import { randomFillSync } from "node:crypto"

/** A UUIDv7 that sorts after every earlier one of this process, even when the clock stops or goes back. */
export function uuidv7(now: number = Date.now()): string {
  const random = takeRandom()
  const { time, counter } = advance(Math.floor(now), Number.parseInt(random.slice(16), 16) & seedMask)
  const clock = clockText(time)
  const variant = "89ab"[Number.parseInt(random[0] ?? "0", 16) & 3]
  return `${clock}-7${counter.toString(16).padStart(3, "0")}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`
}

/** True for a UUID of any version in its one canonical spelling, lower case, so that equal ids are equal text. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(text)
}

// Random bytes are drawn, and the time is spelled, as seldom as possible: an id is made for every event.
const digitsEach = 20
const pool = Buffer.alloc((digitsEach / 2) * 256)
let digits = ""
let drawn = 0

function takeRandom(): string {
  if (drawn === digits.length) {
    digits = randomFillSync(pool).toString("hex")
    drawn = 0
  }
  drawn += digitsEach
  return digits.slice(drawn - digitsEach, drawn)
}

let spelled = { time: -1, text: "" }

function clockText(time: number): string {
  if (spelled.time !== time) {
    const hex = time.toString(16).padStart(12, "0")
    spelled = { time, text: `${hex.slice(0, 8)}-${hex.slice(8)}` }
  }
  return spelled.text
}

const counterMax = 0xfff

// RFC 9562, 6.2, method 1: rand_a is a counter. Its seed leaves the top bit free, so that a millisecond has room for
// at least 2,048 ids; after that the next millisecond is borrowed.
const seedMask = 0x7ff

let last = { time: 0, counter: 0 }

function advance(now: number, seed: number): { time: number; counter: number } {
  if (now > last.time) last = { time: now, counter: seed }
  else if (last.counter < counterMax) last = { time: last.time, counter: last.counter + 1 }
  else last = { time: last.time + 1, counter: seed }
  return last
}
