/** A form that a secret is known by. `shown` is what stays of a match, so that one still sees what was there. */
type Secret = { name: string; pattern: RegExp; shown?: string }

// Prefixes are those that the providers document. A pattern ends where the secret does, never at the end of the text,
// and none has nested repetition: the time that it takes grows with the length of the text only.
const secrets: readonly Secret[] = [
  {
    name: "private key",
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S])*(?:-----END [A-Z0-9 ]{0,40}-----)?/g,
  },
  {
    name: "password in a URL",
    pattern: /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"'<>]{0,200}:)[^\s/@"'<>]{1,500}(@)/gi,
    shown: "$1*$2",
  },
  {
    name: "authorization header",
    pattern:
      /\b((?:proxy-)?authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token|digest|apikey)\s+)?)(?!\[|(?:bearer|basic|token|digest|apikey)\s)[^\s"',;]{4,}/gi,
    shown: "$1*",
  },
  {
    name: "api key header",
    pattern: /\b((?:x-api-key|x-goog-api-key|api-key|x-auth-token)["']?\s{0,3}[:=]\s{0,3}["']?)(?!\[)[^\s"',;]{8,}/gi,
    shown: "$1*",
  },
  { name: "bearer token", pattern: /\b(bearer\s+)[\w~+/.-]{16,}=*/gi, shown: "$1*" },
  { name: "Anthropic key", pattern: /\bsk-ant-[\w-]{16,}/g },
  { name: "OpenRouter key", pattern: /\bsk-or-[\w-]{16,}/g },
  { name: "OpenAI key", pattern: /\bsk-(?:proj-|svcacct-|admin-)?[\w-]{20,}/g },
  { name: "Google key", pattern: /\bAIza[\w-]{35}/g },
  { name: "Google token", pattern: /\bya29\.[\w-]{20,}/g },
  { name: "AWS key id", pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { name: "GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,})/g },
  { name: "GitLab token", pattern: /\bgl(?:pat|ptt|dt|rt|cbt|soat)-[\w-]{16,}/g },
  { name: "Slack token", pattern: /\bx(?:ox[abeoprs]|app)-[\w-]{10,}/g },
  { name: "Slack webhook", pattern: /\bhttps:\/\/hooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,}/g },
  { name: "Stripe key", pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { name: "npm token", pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: "PyPI token", pattern: /\bpypi-[\w-]{40,}/g },
  { name: "Hugging Face token", pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { name: "Groq key", pattern: /\bgsk_[A-Za-z0-9]{30,}/g },
  { name: "xAI key", pattern: /\bxai-[A-Za-z0-9]{30,}/g },
  { name: "Perplexity key", pattern: /\bpplx-[A-Za-z0-9]{30,}/g },
  { name: "Replicate token", pattern: /\br8_[A-Za-z0-9]{30,}/g },
  { name: "SendGrid key", pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { name: "DigitalOcean token", pattern: /\bdo[opr]_v1_[a-f0-9]{40,}/g },
  { name: "Telegram token", pattern: /\b\d{8,10}:AA[\w-]{30,}/g },
  // Not in the middle of a word: tried at each hyphen of a long one, it would read the rest of it every time.
  { name: "JSON web token", pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  // A name in capitals, as in an environment or .env file, is meant to hold the secret itself and not code about it.
  {
    name: "secret in an environment variable",
    pattern:
      /\b([A-Z][A-Z0-9_]{0,60}(?:API_?KEY|ACCESS_KEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)\s{0,3}[=:]\s{0,3}["']?)(?![$<{[(])[^\s"',;]{6,}/g,
    shown: "$1*",
  },
  {
    name: "secret in a quoted field",
    pattern:
      /(["'](?:password|passwd|passphrase|secret|client_?secret|api_?key|access_?token|refresh_?token|auth_?token|private_?key)["']\s{0,3}:\s{0,3}["'])[^"'\s]{4,}(?=["'])/gi,
    shown: "$1*",
  },
]

const secretField =
  /^(?:password|passwd|passphrase|secret|client_?secret|api_?key|access_?token|refresh_?token|auth_?token|token|private_?key|authorization)$/i

/** The text with known forms of secrets masked. It finds common ones; it cannot find all. Masking twice changes nothing. */
export function redact(text: string): string {
  return secrets.reduce(
    (masked, { name, pattern, shown = "*" }) => masked.replace(pattern, shown.replace("*", `[redacted: ${name}]`)),
    text,
  )
}

/** The same for every text inside a value; all that is in a field named like a secret is masked whole. */
export function redactDeep<T>(value: T): T {
  return redactValue(value, "") as T
}

function redactValue(value: unknown, field: string): unknown {
  if (secretField.test(field) && isMaskable(value)) return "[redacted: secret]"
  if (typeof value === "string") return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, field))
  if (typeof value !== "object" || value === null) return value
  // What is inside a secret is one, whatever its fields are called.
  const fieldOf = (name: string) => (secretField.test(field) ? field : name)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactValue(item, fieldOf(name))]))
}

const isMaskable = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && value !== "" && !value.startsWith("[redacted"))
