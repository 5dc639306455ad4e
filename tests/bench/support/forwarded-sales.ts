import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceProcess, startServiceProcess } from '../../chaos/support/service-process.ts'
import { startTestServer } from '../../support/embedded-postgres.ts'
import { freePort } from '../../support/free-port.ts'
import { must } from '../../support/must.ts'
import { connectRaw, type RawClient } from './raw-client.ts'
import { type BenchRow, percentile } from './report.ts'

/**
 * The extra cost of a sale at a node that does not have the terminal's link: two processes of the service on one
 * PostgreSQL, each terminal's sales alternately through the node with its link and through the other one. Bank and
 * customer take no time.
 */
interface Turn {
  readonly direct: number
  readonly forwarded: number
}

/** Pairs of sales of each terminal that warm up both processes. */
const warmingPairs = 10

export async function forwardedSales(): Promise<readonly BenchRow[]> {
  const key = randomBytes(32).toString('base64')
  const folder = await mkdtemp(join(tmpdir(), 'bench-forwarded-'))
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const server = await startTestServer()
    stops.push(server.stop)
    const databaseUrl = await server.createDatabase()
    stops.push(() => server.dropDatabase(databaseUrl))
    const open = async (name: string): Promise<ServiceProcess> => {
      const port = await freePort()
      const args = ['--node-url', `http://127.0.0.1:${port}`, '--bank-delay', '0']
      const env = { COUNTERTOP_VAULT_KEY: key }
      const service = await startServiceProcess(join(folder, name), databaseUrl, port, 'sandbox', {
        args,
        env,
      })
      stops.push(service.stop)
      return service
    }
    const linked = await open('linked')
    const other = await open('other')
    const alone = await sellInTurns(linked, other, { terminals: 1, pairs: 120 })
    const together = await sellInTurns(linked, other, { terminals: 8, pairs: 25 })
    return [...rowsOf('one sale at a time', alone), ...rowsOf('8 terminals sell at once', together)]
  } finally {
    await stopAll(stops)
  }
}

/** Stops in reverse order of the starts. If one fails, the others are still stopped. */
async function stopAll(stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of [...stops].reverse()) {
    await stop().catch((error: unknown) => console.warn('the bench left something behind:', error))
  }
}

async function sellInTurns(
  linked: ServiceProcess,
  other: ServiceProcess,
  { terminals, pairs }: { readonly terminals: number; readonly pairs: number },
): Promise<readonly Turn[]> {
  const hsns = Array.from({ length: terminals }, (_, at) => `BENCH-${terminals}-${at}`)
  for (const hsn of hsns) {
    await must(linked.client.call('sandbox.virtual_terminals.create', { body: { hsn, script: 'approve' } }))
  }
  const turns = await Promise.all(hsns.map((hsn) => sellAt(hsn, { linked, other, pairs })))
  for (const hsn of hsns)
    await must(linked.client.call('sandbox.virtual_terminals.delete', { params: { hsn } }))
  return turns.flat()
}

async function sellAt(
  hsn: string,
  {
    linked,
    other,
    pairs,
  }: { readonly linked: ServiceProcess; readonly other: ServiceProcess; readonly pairs: number },
): Promise<readonly Turn[]> {
  const direct = await openCounter(linked)
  const forwarded = await openCounter(other)
  const session = await connectThrough(forwarded, hsn)
  const sell = async (counter: RawClient): Promise<number> => {
    const { id } = await ask<{ id: string }>(counter, '/payment_intents', { amount: 1_200 })
    const began = performance.now()
    const body = { hsn, payment_intent_id: id, clear_display_delay: 0 }
    const { status } = await ask<{ status: string }>(counter, '/terminals/processor/auth_card', body, session)
    const took = performance.now() - began
    if (status !== 'captured') throw new Error(`a sale was ${status}`)
    return took
  }
  const turns: Turn[] = []
  for (let pair = 0; pair < warmingPairs + pairs; pair += 1) {
    // The first of two may pay for work after a sale, so each kind comes first equally often.
    const turn =
      pair % 2 === 0
        ? { direct: await sell(direct), forwarded: await sell(forwarded) }
        : { forwarded: await sell(forwarded), direct: await sell(direct) }
    if (pair >= warmingPairs) turns.push(turn)
  }
  direct.close()
  forwarded.close()
  return turns
}

/** The other node learns of a link from its row, which may take a moment. */
async function connectThrough(counter: RawClient, hsn: string): Promise<Readonly<Record<string, string>>> {
  for (let left = 100; ; left -= 1) {
    try {
      const path = '/terminals/processor/connect'
      const { session_key } = await ask<{ session_key: string }>(counter, path, { hsn })
      return { 'x-session-key': session_key }
    } catch (error) {
      if (left === 0) throw error
      await delay(50)
    }
  }
}

const openCounter = ({ url, apiKey, accountId }: ServiceProcess): Promise<RawClient> =>
  connectRaw(url, { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-account-id': accountId })

/** @throws for any status but 200. */
async function ask<Reply>(counter: RawClient, path: string, body: object, headers = {}): Promise<Reply> {
  const { status, text } = await counter.request('POST', path, JSON.stringify(body), headers)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text) as Reply
}

function rowsOf(what: string, turns: readonly Turn[]): readonly BenchRow[] {
  const direct = turns.map((turn) => turn.direct)
  const forwarded = turns.map((turn) => turn.forwarded)
  const at = (share: number): BenchRow => {
    const [through, without] = [percentile(forwarded, share), percentile(direct, share)]
    return {
      name: `${what}: added by the hop, p${Math.round(share * 100)}`,
      value: through - without,
      unit: 'ms',
      note: `${without.toFixed(1)} ms at the node with the link, ${through.toFixed(1)} through the other one`,
    }
  }
  return [
    {
      name: `${what}: as long, through the other node`,
      value: percentile(
        turns.map((turn) => turn.forwarded / turn.direct),
        0.5,
      ),
      unit: 'times',
      note: `the median of ${turns.length} pairs of sales beside each other`,
    },
    at(0.5),
    at(0.99),
  ]
}
