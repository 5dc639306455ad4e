import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { err, ok, type Result } from '../../src-shared/result.ts'

/**
 * Determines the client's address. Behind trusted proxies it is the last hop that is not one of them: each proxy
 * appends the address of its client at the right end, and entries further left are unverified claims of the client.
 */
export type ClientAddress = (peer: string | undefined, headers: IncomingHttpHeaders) => string

/** @param list comma-separated addresses and networks (CIDR). @returns an error message when it is invalid */
export function readTrustedProxies(list: string): Result<BlockList, string> {
  const proxies = new BlockList()
  for (const entry of list.split(',').map((each) => each.trim())) {
    const [address = '', length, ...rest] = entry.split('/')
    const most = isIPv6(address) ? 128 : 32
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : most + 1
    if (isIP(address) === 0 || rest.length > 0 || bits > most) {
      return err(`--trusted-proxy takes addresses and networks such as 10.0.0.0/8,192.0.2.7, not "${entry}"`)
    }
    proxies.addSubnet(address, bits, familyOf(address))
  }
  return ok(proxies)
}

/** @param proxies whose headers are trusted; null: none. */
export function clientAddressBehind(proxies: BlockList | null): ClientAddress {
  if (proxies === null) return (peer) => peer ?? ''
  const isProxy = (address: string) => proxies.check(address, familyOf(address))
  return (peer, headers) => {
    const start = plain(peer ?? '')
    if (isIP(start) === 0 || !isProxy(start)) return start
    const candidates = [hopsOf(headers['x-forwarded-for'], (hop) => hop), hopsOf(headers.forwarded, forOf)]
      .filter((hops) => hops.length > 0)
      .map((hops) => lastStranger(start, hops, isProxy))
    const [address = start, other = address] = candidates
    // A proxy sets one of the two headers and may pass the other on as the client wrote it: if they differ, neither is
    // used.
    return address === other ? address : start
  }
}

function lastStranger(start: string, hops: readonly string[], isProxy: (address: string) => boolean): string {
  let address = start
  for (const hop of [...hops].reverse()) {
    const next = withoutPort(hop)
    // An obfuscated ("_secret", "unknown") or invalid hop: only the proxy that reported it is known.
    if (isIP(next) === 0) return start
    address = next
    if (!isProxy(address)) return address
  }
  return address
}

const hopsOf = (header: string | readonly string[] | undefined, read: (hop: string) => string) =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((hop) => read(hop.trim()))

/** RFC 7239, section 4. */
const forOf = (element: string): string =>
  /(?:^|;)\s*for=(?:"([^"]*)"|([^;\s]*))/i.exec(element)?.slice(1).find(Boolean) ?? ''

function withoutPort(hop: string): string {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? []
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(hop) ?? []
  return plain(bracketed ?? dotted ?? hop)
}

/** Converts Node's notation of an IPv4 address on a dual-stack socket. */
const plain = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4')
