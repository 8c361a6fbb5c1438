import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { spellToken } from "./token.ts"

// A provider of the chat completions dialect, in a process of its own: every answer gets a token each 20 ms until whoever
// asked goes away. The token says when it was sent. It writes to the socket itself, so that it costs little beside what
// is measured.

/** How often an answer gets a token. */
const everyMs = 20

type Answer = { number: number; tokens: number; write(text: string): void }

/** Answers by the millisecond of the period in which their tokens are due: they do not all speak at once. */
const slots: Array<Set<Answer>> = Array.from({ length: everyMs }, () => new Set())
let answers = 0
let counted = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, sent: 0 }

const server = createServer((request, response) => {
  request.resume()
  request.once("end", () => {
    if (request.method !== "POST" || !request.url?.endsWith("/chat/completions")) {
      response.writeHead(404).end()
      return
    }
    answer(response)
  })
})

function answer(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.flushHeaders()
  const { socket } = response
  socket?.setNoDelay(true)
  const number = ++answers
  const speaking: Answer = {
    number,
    tokens: 0,
    write: (text) => void socket?.write(`${text.length.toString(16)}\r\n${text}\r\n`),
  }
  const slot = slots[(number * 7) % everyMs]
  slot?.add(speaking)
  response.once("close", () => slot?.delete(speaking))
}

const begin =
  'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1700000000,"model":"bench","choices":[{"index":0,"delta":{"content":"'
const end = '"},"finish_reason":null}]}\n\n'

function speak(answer: Answer): void {
  const at = performance.timeOrigin + performance.now()
  if (at >= counted.from && at < counted.to) counted.sent++
  answer.write(`${begin}${spellToken({ at, answer: answer.number, token: answer.tokens++ })}${end}`)
}

// Whatever was due since the last look is sent now: a late timer changes the moment, not the rate.
let done = Math.floor(performance.now())
setInterval(() => {
  const now = Math.floor(performance.now())
  for (; done < now; done++) for (const each of slots[done % everyMs] ?? []) speak(each)
}, 1)

process.on("message", (window: { from: number; to: number }) => {
  counted = { ...window, sent: 0 }
  const left = window.to - performance.timeOrigin - performance.now()
  setTimeout(() => process.send?.({ sent: counted.sent }), left + 100)
})
process.on("disconnect", () => process.exit())
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
