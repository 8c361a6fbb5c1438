import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { homedir, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { JobSandbox } from "../../src/session/event/common.ts"
import { placeJob } from "../../src/tools/job/place.ts"
import { planJob } from "../../src/tools/job/plan.ts"
import { type JobOutcome, runJob } from "../../src/tools/job/run-job.ts"
import { enclosing, type SandboxSystem, sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import type { SandboxSettings } from "../../src/tools/sandbox/sandbox-policy.ts"

export type SandboxScene = {
  root: string
  workspace: string
  home: string
  data: string
  env: Record<string, string | undefined>
  /** Runs a command as a job, confined if it is said how. */
  run(
    command: string,
    sandbox?: JobSandbox,
    given?: {
      settings?: SandboxSettings
      system?: SandboxSystem
      cwd?: string
      temporary?: readonly string[]
      path?: string
    },
  ): Promise<JobOutcome>
  /** The workspace as it was at first. */
  reset(): void
  /** What came to the servers that no command may reach. */
  contacts: string[]
  /** A print of all that no command may change, by path. */
  print(): Map<string, string>
  close(): Promise<void>
}

/** Texts that no command may read. */
export const secrets = [
  "CANARY-SSH",
  "CANARY-AWS",
  "CANARY-BROWSER",
  "CANARY-STORE",
  "CANARY-TOKEN",
  "CANARY-KEY",
] as const

/** A workspace, a home, a store and servers, all real, with a canary in each place that a command must not touch. */
export async function sandboxScene(): Promise<SandboxScene> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-sandbox-")))
  const at = (...names: string[]) => join(root, ...names)
  const [workspace, home, data, configuration, temporary] = ["ws", "home", "data", "config", "tmp"].map((name) =>
    at(name),
  )
  if (!workspace || !home || !data || !configuration || !temporary) throw new TypeError("all are named")
  for (const directory of [temporary, at("out"), at("data/jobs"), at("config"), at("home/.cache"), at("home/.npm")])
    mkdirSync(directory, { recursive: true })
  const files: Record<string, string> = {
    "home/.ssh/id_rsa": "CANARY-SSH\n",
    "home/.aws/credentials": "CANARY-AWS\n",
    "home/.mozilla/firefox/x/cookies": "CANARY-BROWSER\n",
    "home/.bashrc": "true\n",
    "home/.gitconfig": "[user]\n\tname = A\n\temail = a@b.test\n[init]\n\tdefaultBranch = main\n",
    "data/holdfast.db": "CANARY-STORE\n",
    "data/server-token": "CANARY-TOKEN\n",
    "config/config.json": '{"keys":{"openai":"CANARY-KEY"}}\n',
    "config/permissions.json": '{"allow":[]}\n',
    "out/file.txt": "outside\n",
    "ws/a.txt": "one\ntwo\n",
    "ws/.env": "TOKEN=x\n",
    "ws/.holdfast/permissions.json": '{"deny":[]}\n',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  symlinkSync(at("out"), at("ws/link"))
  const env = { ...withoutGit(process.env), HOME: home, XDG_CACHE_HOME: undefined, npm_config_cache: undefined }
  const git = (...args: string[]) => execFileSync("git", args, { cwd: workspace, env })
  git("init", "--quiet")
  writeFileSync(at("ws/.git/hooks/README"), "")
  git("add", "-A")
  git("commit", "--quiet", "-m", "first")
  cpSync(workspace, at("template"), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })

  const contacts: string[] = []
  const [tcp, unix, abstract] = [createServer(), createServer(), createServer()] as const
  const servers = [tcp, unix, abstract]
  const names = ["tcp", "unix", "abstract"]
  for (const [index, server] of servers.entries()) {
    server.on("connection", (socket) => {
      contacts.push(names[index] ?? "")
      socket.on("error", () => undefined)
      socket.end()
    })
  }
  const udp = createSocket("udp4")
  udp.on("message", () => contacts.push("udp"))
  const abstractName = `holdfast-${process.pid}-${root.slice(-6)}`
  tcp.listen(0, "127.0.0.1")
  unix.listen(at("out", "server.sock"))
  abstract.listen(`\0${abstractName}`)
  udp.bind(0, "127.0.0.1")
  await Promise.all([...servers.map((server) => once(server, "listening")), once(udp, "listening")])
  const { port } = tcp.address() as AddressInfo

  const commandEnv = {
    ...env,
    OUT: at("out"),
    STORE: data,
    CONFIG: configuration,
    PORT: `${port}`,
    UDP: `${udp.address().port}`,
    SOCKET: at("out", "server.sock"),
    ABSTRACT: abstractName,
    AGENT: `${process.pid}`,
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
    CANARY_TOKEN: "CANARY-KEY",
  }
  let jobs = 0
  const scene: SandboxScene = {
    root,
    workspace,
    home,
    data,
    env: commandEnv,
    contacts,
    run(
      command,
      sandbox,
      { settings = {}, system, cwd = workspace, temporary: places = [temporary], path = process.env.PATH } = {},
    ) {
      jobs++
      const own = { ...inner, PATH: path }
      const intent = planJob({ id: `job-${jobs}`, command, cwd, jobs: at("data/jobs"), sandbox, timeLimitMs: 120_000 })
      const given = { workspace, home, env: own, settings, protected: [data, configuration], temporary: places }
      const context = { ...given, rules: [join(workspace, ".holdfast")] }
      const enclose = enclosing(context, system ? async () => system : sandboxSystem)
      return runJob(placeJob(intent, at("data/jobs")), { env: own, enclose, signal: new AbortController().signal })
    },
    reset() {
      rmSync(workspace, { recursive: true, force: true })
      cpSync(at("template"), workspace, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    },
    print() {
      const places = [
        "out",
        "config",
        "home",
        "data",
        "ws/.git/config",
        "ws/.git/hooks",
        "ws/.git/commondir",
        "ws/.holdfast",
      ]
      return new Map(places.flatMap((place) => printOf(at(place), at("data/jobs"))))
    },
    async close() {
      for (const server of servers) server.close()
      udp.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
  const { CANARY_TOKEN: _, ...inner } = commandEnv
  return scene
}

// Caches are written by right; jobs are the runner's.
function printOf(path: string, jobs: string): [string, string][] {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || path === jobs || /\/home\/\.(cache|npm)$/.test(path)) return []
  if (stats.isDirectory()) {
    const below = readdirSync(path).flatMap((name) => printOf(join(path, name), jobs))
    return [[path, `directory ${stats.mode}`], ...below]
  }
  if (stats.isSymbolicLink()) return [[path, readlinkSync(path)]]
  if (!stats.isFile()) return [[path, `${stats.mode}`]]
  return [
    [
      path,
      `${stats.mode} ${Math.round(stats.mtimeMs / 10_000)} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`,
    ],
  ]
}

function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(GIT_|npm_|NODE_|VITEST)/.test(name)))
}
