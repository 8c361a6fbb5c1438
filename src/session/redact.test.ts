import { describe, expect, it } from "vitest"
import { redact, redactDeep } from "./redact.ts"

// Put together here, so that this file holds nothing that looks like a secret.
const random = (length: number) => "aB3dE5fG7h".repeat(Math.ceil(length / 10)).slice(0, length)
const capitals = (length: number) => random(length).toUpperCase()

const known: ReadonlyArray<readonly [name: string, secret: string]> = [
  ["Anthropic key", `sk-ant-api03-${random(40)}`],
  ["OpenAI key", `sk-proj-${random(40)}`],
  ["OpenAI key", `sk-${random(48)}`],
  ["OpenRouter key", `sk-or-v1-${random(40)}`],
  ["Google key", `AIza${random(35)}`],
  ["AWS key id", `AKIA${capitals(16)}`],
  ["GitHub token", `ghp_${random(36)}`],
  ["GitHub token", `github_pat_${random(50)}`],
  ["GitLab token", `glpat-${random(20)}`],
  ["Slack token", `xoxb-${random(30)}`],
  ["Stripe key", `sk_live_${random(24)}`],
  ["npm token", `npm_${random(36)}`],
  ["Hugging Face token", `hf_${random(34)}`],
  ["Groq key", `gsk_${random(40)}`],
  ["xAI key", `xai-${random(40)}`],
  ["SendGrid key", `SG.${random(22)}.${random(43)}`],
  ["Telegram token", `123456789:AA${random(33)}`],
  ["JSON web token", `eyJ${random(20)}.eyJ${random(30)}.${random(40)}`],
]

describe("redact", () => {
  it.each(known)("masks a known form: %s", (name, secret) => {
    expect(redact(`before ${secret}, "${secret}" after`)).toBe(
      `before [redacted: ${name}], "[redacted: ${name}]" after`,
    )
  })

  it("masks a private key, whole or cut off", () => {
    const begin = `-----BEGIN RSA ${"PRIVATE"} KEY-----`
    const end = `-----END RSA ${"PRIVATE"} KEY-----`
    const body = `\nProc-Type: 4,ENCRYPTED\n\n${random(64)}\n${random(64)}\n`
    expect(redact(`key:\n${begin}${body}${end}\ndone`)).toBe("key:\n[redacted: private key]\ndone")
    expect(redact(`${begin}${body}`)).toBe("[redacted: private key]")
    expect(redact("-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----")).toContain("abc")
  })

  it.each([
    ["postgres://ada:hunter2@db.example/shop", "postgres://ada:[redacted: password in a URL]@db.example/shop"],
    ["Authorization: Bearer abcdef", "Authorization: Bearer [redacted: authorization header]"],
    [`-H 'authorization: ${random(12)}'`, "-H 'authorization: [redacted: authorization header]'"],
    [`x-api-key: ${random(12)}`, "x-api-key: [redacted: api key header]"],
    [`send bearer ${random(20)} now`, "send bearer [redacted: bearer token] now"],
    ["DB_PASSWORD=hunter22", "DB_PASSWORD=[redacted: secret in an environment variable]"],
    [`{"client_secret": "${random(8)}"}`, '{"client_secret": "[redacted: secret in a quoted field]"}'],
  ])("keeps what stands around it: %s", (text, masked) => {
    expect(redact(text)).toBe(masked)
  })

  it.each([
    "const token = await getToken()",
    "password: string",
    "http://localhost:8080/a@b",
    "see https://example.com/a:b",
    "API_KEY=$OTHER_KEY",
    "task-force sk-learn risk-based",
    "git commit -m 'the secret of good tests'",
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
  ])("leaves what is none: %s", (text) => {
    expect(redact(text)).toBe(text)
  })

  it("changes nothing the second time", () => {
    const text = [...known.map(([, secret]) => secret), "Authorization: Basic abcdef", "DB_PASSWORD=hunter22"].join(
      "\n",
    )
    expect(redact(redact(text))).toBe(redact(text))
  })

  it("takes time in proportion to the text", () => {
    const worst = [
      "-----BEGIN PRIVATE KEY-----",
      "eyJ",
      "-eyJaaaaaaaa",
      "a://b:",
      "A_",
      "authorization:",
      '"password":"',
    ].map((start) => start.repeat(20_000))
    const startedAt = process.cpuUsage()
    for (const text of worst) redact(text)
    expect(process.cpuUsage(startedAt).user / 1_000).toBeLessThan(5_000)
  })
})

describe("redactDeep", () => {
  it("masks texts at any depth, and whole fields that are named like a secret", () => {
    const [[, secret = ""] = []] = known
    expect(redactDeep({ a: [{ b: `x ${secret}` }], password: "short", tokens: 3, apiKey: null, list: ["ok"] })).toEqual(
      {
        a: [{ b: "x [redacted: Anthropic key]" }],
        password: "[redacted: secret]",
        tokens: 3,
        apiKey: null,
        list: ["ok"],
      },
    )
  })

  it("masks numbers in such fields, and all that is inside them", () => {
    const given = {
      password: 12345678,
      token: { value: "hunter2hunter2", port: 80 },
      api_key: [{ key: "zzz" }],
      port: 80,
    }
    const mask = "[redacted: secret]"
    const expected = { password: mask, token: { value: mask, port: mask }, api_key: [{ key: mask }], port: 80 }
    expect(redactDeep(given)).toEqual(expected)
    expect(redactDeep(expected)).toEqual(expected)
  })
})
