/** Under which names the server is reached: `host` is what it listens on, `allowed` what a person added. */
export type Hosts = { host: string; allowed: readonly string[] }

/** Where a connection arrived. */
export type Arrival = { port: number | undefined; address: string | undefined }

/** True for addresses and names that only this machine reaches. */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return name === "localhost" || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/**
 * Whether a `Host` header names this server. Any other name is somebody else's, pointed at us: with it a page of theirs
 * would be of our origin (DNS rebinding).
 */
export function isOwnHost(header: string | undefined, { port, address }: Arrival, hosts: Hosts): boolean {
  const given = split(header)
  if (!given) return false
  if (isAllowedHost(header, hosts)) return true
  if ((given.port ?? 80) !== port) return false
  if (["127.0.0.1", "localhost", "::1", bare(hosts.host)].includes(given.name)) return true
  // An address cannot be pointed elsewhere: where the server listens on all of them, each is its own.
  return isUnspecified(hosts.host) && given.name === bare((address ?? "").replace(/^::ffff:/i, ""))
}

/** What a request says that it was sent to; `forwarded` is what a proxy says. */
export type Target = { host: string | undefined; forwarded?: string | undefined }

/**
 * Whether an `Origin` is that of the page that this server gives under the `Host` of the request. A proxy may give the
 * server another Host than the browser has: then it is one of the names that a person added, at the port that they or
 * the request name, or at none. Other ports of that name are other servers.
 */
export function isOwnOrigin(origin: string, { host, forwarded }: Target, hosts: Hosts): boolean {
  const parts = /^(https?):\/\/([^/?#@\s]+)$/i.exec(origin)
  if (!parts) return false
  const [, scheme = "", authority = ""] = parts
  const [own, other] = [split(host), split(authority)]
  if (isAllowedHost(authority, hosts)) {
    const isNamed = [own, split(forwarded)].some((each) => each?.name === other?.name && each?.port === other?.port)
    return (
      other?.port === undefined ||
      isNamed ||
      hosts.allowed.some((each) => each.toLowerCase() === authority.toLowerCase())
    )
  }
  return scheme.toLowerCase() === "http" && own?.name === other?.name && (own?.port ?? 80) === (other?.port ?? 80)
}

/** Whether a person added this name. Its port is that of a proxy, which only they know: any, unless they said one. */
function isAllowedHost(header: string | undefined, { allowed }: Hosts): boolean {
  const given = split(header)
  return (
    given !== undefined &&
    allowed.some((each) => {
      const own = split(each)
      return own?.name === given.name && (own.port === undefined || own.port === given.port)
    })
  )
}

function split(header: string | undefined): { name: string; port: number | undefined } | undefined {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i.exec(header ?? "")
  if (!parts) return undefined
  return { name: bare(parts[1] ?? ""), port: parts[2] === undefined ? undefined : Number(parts[2]) }
}

const isUnspecified = (host: string) => ["0.0.0.0", "::"].includes(bare(host))

const bare = (host: string) => host.toLowerCase().replace(/^\[(.*)\]$/, "$1")
