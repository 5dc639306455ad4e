import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import type { TerminalLink } from '../../src-terminal/link/link.ts'
import { openSocketLink } from '../../src-terminal/link/socket-link.ts'
import { createVirtualTerminal } from '../../src-terminal/scripts/virtual-terminal.ts'
import { createRandom } from '../chaos/support/random.ts'
import { joinTerminal } from '../support/join-terminal.ts'
import { treeMemory } from './support/process-tree.ts'
import { startProcess } from './support/processes.ts'
import { percentile, printRows } from './support/report.ts'

/**
 * 500 terminals in sales at once on one node: each customer taps a card after a few seconds, and the next one comes at
 * once. What the service adds is the whole answer's time without the terminal's own and without the sandbox bank's.
 * Terminals and counters share this process and the machine with the service: its share is not flattered.
 */
const { values } = parseArgs({ options: { terminals: { type: 'string', default: '500' } } })
const terminals = Number(values.terminals)
const salesEach = 4
/** Within this time the first customers come, ms. */
const arrivalMs = 10_000
/** How long a customer takes, ms. */
const thinkMs = { least: 2_000, most: 6_000 } as const
/** The sandbox bank's own time, ms (src-service/processor/sandbox). */
const bankMs = 150

interface Bench {
  readonly client: Client
  readonly url: string
  /** How long each terminal was at work, ms, since it was asked last. */
  readonly busy: Map<string, number>
}

/** Counts the time from each command to its result: the terminal's own. */
function timed(link: TerminalLink, busy: (ms: number) => void): TerminalLink {
  const since = new Map<string, number>()
  return {
    ...link,
    send(message) {
      if (message.type === 'result' || message.type === 'failure') {
        busy(performance.now() - (since.get(message.id) ?? performance.now()))
        since.delete(message.id)
      }
      link.send(message)
    },
    onMessage(listener) {
      link.onMessage((message) => {
        if (message.type === 'command') since.set(message.id, performance.now())
        listener(message)
      })
    },
  }
}

async function must<Value>(
  call: Promise<{ readonly ok: true; readonly value: Value } | { readonly ok: false }>,
) {
  const answer = await call
  if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value
}

async function plug({ client, url, busy }: Bench, hsn: string, think: number) {
  const { activation_code } = await must(client.call('terminals.activation_code', { body: { hsn } }))
  const credential = await joinTerminal(client, hsn, activation_code)
  return new Promise<() => void>((resolve) => {
    const terminal = createVirtualTerminal({
      hsn,
      credential,
      behaviour: { script: 'approve', entry: 'tap' },
      thinkMs: think,
      open: async () =>
        timed(await openSocketLink((address) => new WebSocket(address), url), (ms) =>
          busy.set(hsn, (busy.get(hsn) ?? 0) + ms),
        ),
      onChange: ({ kind }) => {
        if (kind === 'connected') resolve(() => terminal.unplug())
      },
    })
  })
}

/** Sales on one terminal, one after another. @returns what the service added to each, ms. */
async function sell({ client, busy }: Bench, hsn: string): Promise<readonly number[]> {
  const added: number[] = []
  // Five hundred customers are there at once, but they did not come in the same millisecond.
  await delay(random() * arrivalMs)
  const { session_key: sessionKey } = await must(client.call('terminals.connect', { body: { hsn } }))
  for (let sale = 0; sale < salesEach; sale += 1) {
    const { id } = await must(client.call('payment_intents.create', { body: { amount: 1_200 } }))
    busy.set(hsn, 0)
    const begun = performance.now()
    const body = { hsn, payment_intent_id: id, clear_display_delay: 0 }
    const payment = await must(client.call('terminals.auth_card', { body, sessionKey, timeoutMs: 60_000 }))
    const total = performance.now() - begun
    if (payment.status !== 'captured') throw new Error(`a sale was ${payment.status}`)
    added.push(total - (busy.get(hsn) ?? 0) - bankMs)
  }
  return added
}

const random = createRandom(500)
const folder = await mkdtemp(join(tmpdir(), 'bench-terminals-'))
const args = ['--port', '0', '--data', folder, '--sandbox', '--rate-limit', 'off']
const service = await startProcess(fromRoot('dist/service/main.js'), args)
const { url = '', private_key: apiKey = '', account_id: accountId = '' } = service.ready
const bench: Bench = { client: createClient({ baseUrl: url, apiKey, accountId }), url, busy: new Map() }
const pid = service.child.pid ?? 0
try {
  const memoryBefore = treeMemory(pid)
  const names = Array.from({ length: terminals }, (_, index) => `BENCH-${index + 1}`)
  const unplug: (() => void)[] = []
  for (const hsn of names) {
    unplug.push(await plug(bench, hsn, thinkMs.least + random() * (thinkMs.most - thinkMs.least)))
  }
  await delay(1_000)
  const memoryOfLinks = (treeMemory(pid) - memoryBefore) / terminals
  const begun = performance.now()
  const added = (await Promise.all(names.map((hsn) => sell(bench, hsn)))).flat()
  const seconds = (performance.now() - begun) / 1_000
  const memoryInSales = (treeMemory(pid) - memoryBefore) / terminals
  for (const end of unplug) end()
  printRows(`${terminals} terminals in sales at once, ${added.length} sales`, [
    { name: 'sales per second', value: added.length / seconds, unit: '/s', note: 'customers take 2 to 6 s' },
    { name: 'added by the service, p50', value: percentile(added, 0.5), unit: 'ms', note: '' },
    {
      name: 'added by the service, p99',
      value: percentile(added, 0.99),
      unit: 'ms',
      note: '',
      goal: { is: 'at most', value: 50 },
    },
    { name: 'memory per connected terminal', value: memoryOfLinks * 1_024, unit: 'KiB', note: '' },
    { name: 'memory per terminal after the sales', value: memoryInSales * 1_024, unit: 'KiB', note: '' },
  ])
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}
