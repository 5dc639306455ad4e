import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { TerminalLink } from '../../../src-terminal/link/link.ts'
import { openSocketLink } from '../../../src-terminal/link/socket-link.ts'
import { createVirtualTerminal } from '../../../src-terminal/scripts/virtual-terminal.ts'
import { createRandom } from '../../chaos/support/random.ts'
import type { FleetTerminal } from './terminal-fleet.ts'
import { serveWorker } from './worker-process.ts'

/** Virtual terminals in a process of their own, with the dialer of real terminals. */
const random = createRandom(500)
const sockets = new Set<WebSocket>()
const connected = new Set<string>()
/** Times at which a command arrived and its result was sent, in ms of the clock that all processes share. */
type Span = readonly [began: number, ended: number]
const sharedClock = (): number => Number(process.hrtime.bigint()) / 1e6
/** By terminal, the commands of each of its sales. */
const commands = new Map<string, Span[][]>()
let attempts = 0
let expected = 0
let allConnected = () => {}
const lateness = monitorEventLoopDelay({ resolution: 1 })

/** Records each command and its result: the time between is the terminal's own. */
function timed(link: TerminalLink, hsn: string): TerminalLink {
  const since = new Map<string, number>()
  const sales = commands.get(hsn) ?? []
  commands.set(hsn, sales)
  return {
    ...link,
    send(message) {
      if (message.type === 'result' || message.type === 'failure') {
        const now = sharedClock()
        sales.at(-1)?.push([since.get(message.id) ?? now, now])
        since.delete(message.id)
      }
      link.send(message)
    },
    onMessage(listener) {
      link.onMessage((message) => {
        // Both the dialer and the device receive each command, which is counted once.
        if (message.type === 'command' && !since.has(message.id)) {
          since.set(message.id, sharedClock())
          if (message.command.name === 'read_card') sales.push([])
        }
        listener(message)
      })
    },
  }
}

interface Plugging {
  readonly url: string
  readonly fleet: readonly FleetTerminal[]
  /** Time that a customer takes for a step, in ms. */
  readonly thinkMs: { readonly least: number; readonly most: number }
}

const plugOne = (
  { url, thinkMs }: Plugging,
  { hsn, credential, localAddress }: FleetTerminal,
): Promise<void> =>
  new Promise((resolve) => {
    const open = (address: string) => {
      attempts += 1
      const socket = new WebSocket(address, { localAddress, perMessageDeflate: false })
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      return socket
    }
    createVirtualTerminal({
      ...{ hsn, credential, random },
      behaviour: {
        ...{ script: 'approve', entry: 'tap' },
        think_ms: Math.round(thinkMs.least + random() * (thinkMs.most - thinkMs.least)),
      },
      open: async () => timed(await openSocketLink(open, url), hsn),
      onChange: ({ kind }) => {
        if (kind === 'disconnected') connected.delete(hsn)
        if (kind !== 'connected') return
        connected.add(hsn)
        resolve()
        if (connected.size >= expected) allConnected()
      },
    })
  })

const together = 100

serveWorker({
  async plug(plugging: Plugging) {
    const waiting = [...plugging.fleet]
    expected = waiting.length
    const next = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await plugOne(plugging, one)
    }
    await Promise.all(Array.from({ length: together }, next))
    return connected.size
  },
  /**
   * Waits until all are connected again. @returns how often they dialled since the last call, and how many are
   * connected.
   */
  async whenAll(limitMs: number) {
    if (connected.size < expected) {
      const all = new Promise<void>((resolve) => {
        allConnected = resolve
      })
      await Promise.race([all, delay(limitMs)])
    }
    const dialled = attempts
    attempts = 0
    return { dialled, connected: connected.size }
  },
  /** Cuts the network of all terminals at the same moment; it is back at once. */
  cut() {
    attempts = 0
    connected.clear()
    for (const socket of sockets) socket.terminate()
  },
  commands: () => [...commands],
  begin() {
    lateness.reset()
    lateness.enable()
    return process.cpuUsage()
  },
  /** Processor time and delays since `begin`. */
  cost(since: NodeJS.CpuUsage) {
    const { user, system } = process.cpuUsage(since)
    lateness.disable()
    return { processorMs: (user + system) / 1_000, lateP99: lateness.percentile(99) / 1e6 - 1 }
  },
})
