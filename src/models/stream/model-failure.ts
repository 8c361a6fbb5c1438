import { clippedLine } from "../../base/clip.ts"
import { upperFirst } from "../../base/letter-case.ts"
import { redact } from "../../session/redact.ts"
import type { Failure, FailureKind } from "../contract.ts"
import type { ProviderError } from "./provider-error.ts"
import { retryAfter } from "./retry-after.ts"

/** Whom a failed call was for, so that its message can say what to do. */
export type Subject = {
  /** Who was asked, in words: `OpenAI`, `Ollama`. */
  title: string
  model: string
  baseUrl?: string
  keyAdvice?: string
  /** Never to be shown. */
  secrets?: readonly string[]
}

/** What a failed call means. The first rule that fits decides. */
export function failureOf(trouble: ProviderError, subject: Subject, now: number): Failure {
  const kind = rules.find((rule) => fits(rule, trouble))?.kind ?? "other"
  const wait = retryAfter(trouble.headers, trouble.message, now)
  return {
    kind,
    message: failureMessage(kind, trouble, subject),
    ...(trouble.status === undefined ? {} : { status: trouble.status }),
    ...(wait === undefined || !mayWait.has(kind) ? {} : { retryAfterMs: wait }),
  }
}

/** Whether the call failed because tools were offered: the server takes none, or is not configured to. */
export function refusesTools({ kind, message }: Failure): boolean {
  return (kind === "other" || kind === "server") && noTools.test(message)
}

const noTools = new RegExp(
  [
    "does(n't| not) support (the use of )?(tool|function)", // Ollama, and many like it
    "(tools?|tool_choice) param requires --jinja", // llama.cpp
    "tool choice requires --enable-auto-tool-choice|--tool-call-parser", // vLLM, SGLang
    "(tools?|tool (use|call(s|ing)?)|function call(s|ing)?) (is|are) not (supported|enabled|available|allowed)",
    "no endpoints found that support tool", // OpenRouter
    "(unsupported|unknown|unrecognized|unexpected) (parameter|argument|field|key)s?:? ?.{0,3}\\b(tools|tool_choice)\\b",
  ].join("|"),
  "i",
)

/** What happened and what to do, with no key in it. */
export function failureMessage(kind: FailureKind, trouble: ErrorText, subject: Subject): string {
  return clean(upperFirst(`${advice[kind](subject, trouble)}${said(trouble)}`), subject)
}

type ErrorText = Pick<ProviderError, "message" | "status" | "codes">

type Rule = {
  kind: FailureKind
  status?: (status: number) => boolean
  codes?: RegExp
  words?: RegExp
}

// Words and codes come before bare statuses: servers disagree on the status of one and the same failure.
const rules: readonly Rule[] = [
  {
    kind: "context-overflow",
    status: (status) => status === 413,
    codes: /^(context_length_exceeded|exceed_context_size_error|request_too_large|context_window_exceeded)$/i,
    words: new RegExp(
      [
        "maximum context length", // OpenAI, vLLM, DeepSeek, OpenRouter, Mistral
        "maximum prompt length", // xAI
        "context window (of|limit|exceeded)|exceeds? the (model's )?context (window|length|limit)",
        "prompt is too long|input is too long|prompt too long", // Anthropic, Bedrock, Ollama
        "exceed(ed|s)? (the |max |maximum )*context (size|length|limit|window)",
        "exceeds the (available|maximum) context", // llama.cpp
        "context (size|length) (has been )?exceeded|context overflow|context the overflows", // llama.cpp, LM Studio
        "loaded with context length of only|reached context length|greater than the context length", // LM Studio
        "longer than the maximum model length|reduce the length of (the|your) (input|messages|prompt)", // vLLM, Groq
        "input token count.{0,40}exceeds the maximum", // Google
        "input length.{0,40}exceed|input is too large to process", // Anthropic, Ollama, llama.cpp
        "request too large for .*tokens per min", // OpenAI: no wait will make it fit
      ].join("|"),
      "i",
    ),
  },
  {
    kind: "refused",
    codes: /^(content_filter|content_policy_violation|responsible_?ai_?policy_?violation|safety|prohibited_content)$/i,
    words:
      /content (management |usage )?policy|content filter|flagged (by|for|as)|blocked by .{0,30}safety|moderation/i,
  },
  {
    kind: "auth",
    status: (status) => status === 401 || status === 402 || status === 403,
    codes:
      /^(invalid_api_key|authentication_error|permission_error|permission_denied|unauthenticated|insufficient_quota|billing_error|billing_hard_limit_reached|API_KEY_INVALID)$/i,
    words: /api key not valid|incorrect api key|invalid api key|credit balance is too low/i,
  },
  {
    kind: "rate-limit",
    status: (status) => status === 429,
    codes: /^(rate_limit_(exceeded|error)|too_many_requests|resource_exhausted)$/i,
    words: /rate limit/i,
  },
  {
    kind: "timeout",
    status: (status) => status === 408,
    codes: /^(ETIMEDOUT|UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT|timeout|TimeoutError)$/i,
  },
  {
    kind: "server",
    status: (status) => status >= 500,
    codes:
      /^(overloaded(_error)?|api_error|server_error|internal(_server_error|_error)?|unavailable|service_unavailable)$/i,
    words: /\boverloaded\b/i,
  },
  {
    kind: "connection",
    codes:
      /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|HPE_.*)$/,
    words:
      /^terminated$|socket hang up|premature close|other side closed|stream ended|ended without|connection (was )?(closed|lost|reset|dropped)|^aborted$|fetch failed/i,
  },
]

function fits(rule: Rule, { status, codes, message }: ProviderError): boolean {
  if (rule.words?.test(message) || codes.some((code) => rule.codes?.test(code))) return true
  return status !== undefined && (rule.status?.(status) ?? false)
}

const mayWait: ReadonlySet<FailureKind> = new Set(["rate-limit", "server", "timeout", "connection"])

const advice: Readonly<Record<FailureKind, (subject: Subject, trouble: ErrorText) => string>> = {
  "context-overflow": ({ title }) => `The conversation is longer than ${title} takes.`,
  refused: ({ title }) => `${title} refused to answer (content filter).`,
  auth: ({ title, keyAdvice }, { status, codes, message }) =>
    status === 402 || /quota|billing|credit/i.test(`${codes} ${message}`)
      ? `The account at ${title} has no credit left or no billing set up. Settle that there, or use another model.`
      : `${title} rejected the API key. ${keyAdvice ?? "Set another one"}.`,
  "rate-limit": ({ title }) => `${title} is rate-limiting requests.`,
  timeout: ({ title }) => `${title} took too long to answer.`,
  server: ({ title }) => `${title} had an internal error.`,
  connection: ({ title, baseUrl }, { codes }) =>
    codes.some((code) => /REFUSED|NOTFOUND|EAI_AGAIN|UNREACH/.test(code))
      ? `${title} cannot be reached${baseUrl ? ` at ${baseUrl}` : ""}. Is it running?`
      : `The connection to ${title} was lost before the answer was whole.`,
  empty: ({ title }) => `${title} ended its answer without text or tool call.`,
  length: ({ title }) => `${title} reached its output limit before it said anything usable.`,
  other: ({ title, model }, { status, message }) =>
    status === 404 || /model.{0,80}not found/i.test(message)
      ? `${title} does not know the model "${model}"${title === "Ollama" ? `. Get it with: ollama pull ${model}` : ""}.`
      : status === undefined
        ? `The call of ${title} failed.`
        : `${title} did not accept the request.`,
}

const shownLength = 400

function said({ message, status }: ErrorText): string {
  const shown = clippedLine(message, shownLength)
  if (status !== undefined) return shown ? ` Response ${status}: ${shown}` : ` Response ${status}, without a text.`
  return shown ? ` Details: ${shown}` : ""
}

// Providers quote the key that they refuse, in whole or masked.
function clean(message: string, { secrets = [] }: Subject): string {
  const known = secrets.filter((secret) => secret.length > 3)
  const hidden = known.reduce((text, secret) => text.replaceAll(secret, "[redacted: key]"), message)
  return redact(hidden).replace(/\b(api key provided: )\S+/gi, "$1[redacted: key]")
}
