import { connect, type Socket } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** The port of nearly all receipt printers in a network. */
const printerPort = 9_100
/** Maximum time for an answer, in ms: a printer in the same network answers at once. */
const answerMs = 800
const atOnce = 64
/** A computer with more networks than this has virtual ones. */
const mostNetworks = 4

/** Whether an address is private (RFC 1918) or link-local. */
const isPrivate = (address: string): boolean =>
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(address)

/**
 * The addresses in this computer's own networks, without its own: at most the 254 around it, however large the network
 * is. Only private networks are scanned: in public ones the neighbours are strangers.
 */
export function hostsNear(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): readonly string[] {
  const own = Object.values(interfaces)
    .flatMap((one) => one ?? [])
    .filter(({ address, family, internal }) => family === 'IPv4' && !internal && isPrivate(address))
    .slice(0, mostNetworks)
  const hosts = own.flatMap(({ address, netmask }) => {
    const bytes = address.split('.').map(Number)
    const [a = 0, b = 0, c = 0, d = 0] = bytes
    const free = 255 - Number(netmask.split('.')[3] ?? 0)
    const first = d - (d & free)
    return Array.from({ length: Math.max(free - 1, 0) }, (_, at) => `${a}.${b}.${c}.${first + 1 + at}`)
  })
  const mine = new Set(own.map(({ address }) => address))
  return [...new Set(hosts)].filter((host) => !mine.has(host))
}

/** Returns the hosts that accept a connection at a printer's port. Sends nothing, since they may be other devices. */
export async function findPrinters(options: {
  readonly signal: AbortSignal
  readonly hosts?: readonly string[]
  readonly port?: number
}): Promise<readonly string[]> {
  const { signal, hosts = hostsNear(networkInterfaces()), port = printerPort } = options
  const found = new Set<string>()
  const waiting = [...hosts].reverse()
  const open = new Set<Socket>()
  signal.addEventListener('abort', () => {
    for (const socket of open) socket.destroy()
  })
  const look = async () => {
    for (let host = waiting.pop(); host !== undefined && !signal.aborted; host = waiting.pop()) {
      if (await answers(host, port, open)) found.add(host)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, look))
  return hosts.filter((host) => found.has(host))
}

function answers(host: string, port: number, open: Set<Socket>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    open.add(socket)
    socket.setTimeout(answerMs, () => socket.destroy())
    // The error is followed by a close, which resolves the promise.
    socket.on('error', () => undefined)
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('close', () => {
      open.delete(socket)
      resolve(false)
    })
  })
}
