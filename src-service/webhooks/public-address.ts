import { BlockList, isIP, isIPv6 } from 'node:net'

/**
 * Public Internet addresses. All others (this computer, private networks, cloud metadata at 169.254.169.254) must not
 * be reachable through a URL given by a partner.
 */

const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4')
}
// Networks within 2000::/3 that are not public, or contain an IPv4 address (6to4, Teredo) that may be private.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** @param address of either family, without brackets. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv6(address)) return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
  return !notPublic.check(address, 'ipv4')
}

/** Returns the URL's host if it is an IP address; null for a name. */
export function literalAddress({ hostname }: URL): string | null {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? null : bare
}
