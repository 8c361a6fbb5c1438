/** The names that reach the server: `host` is what it listens on, `allowed` was added with --allow-host. */
export type Hosts = { host: string; allowed: readonly string[] }

/** The local end of a connection. */
export type Arrival = { port: number | undefined; address: string | undefined }

export function isLoopback(host: string): boolean {
  const name = bare(host)
  return name === "localhost" || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Whether a `Host` header names this server. Any other name may be a DNS rebinding attack. */
export function isOwnHost(header: string | undefined, { port, address }: Arrival, hosts: Hosts): boolean {
  const given = split(header)
  if (!given) return false
  if (isAllowedHost(header, hosts)) return true
  if ((given.port ?? 80) !== port) return false
  if (["127.0.0.1", "localhost", "::1", bare(hosts.host)].includes(given.name)) return true
  // A literal address cannot be rebound: when listening on all addresses, each local one is ours.
  return isUnspecified(hosts.host) && given.name === bare((address ?? "").replace(/^::ffff:/i, ""))
}

/** The host that a request claims; `forwarded` is a proxy's X-Forwarded-Host. */
export type Target = { host: string | undefined; forwarded?: string | undefined }

/**
 * Whether an `Origin` belongs to this server. A proxy may change `Host`: then the origin must be an allowed name, at
 * the port that the allow list or the request names, or at none. Other ports of that name are other servers.
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

/** Whether --allow-host lists this name. Without a port there, any port matches: only the user knows the proxy's. */
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
