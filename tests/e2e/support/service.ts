import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'libsql'
import type { z } from 'zod'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import type { Transaction } from '../../../src-service/processor/harsh/books.ts'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import type { LedgerEntry } from '../../../src-service/processor/sandbox/ledger.ts'
import { type Client, createClient } from '../../../src-shared/api/client.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { createVirtualTerminalBodySchema } from '../../../src-shared/api/schemas/sandbox.ts'
import type { Currency } from '../../../src-shared/currency.ts'
import { must } from '../../support/must.ts'

interface Ready {
  readonly url: string
  readonly private_key: string
  readonly account_id: string
  readonly merchant_id: string
}

type VirtualTerminalBody = z.input<typeof createVirtualTerminalBodySchema>

/** A real service process on SQLite with the sandbox, which a test may call, advance and kill. */
export interface TestService extends Ready {
  readonly client: Client
  plugTerminal(body: VirtualTerminalBody): Promise<void>
  changeTerminal(hsn: string, body: Omit<VirtualTerminalBody, 'hsn'>): Promise<void>
  /** Moves the service's clock forward by seconds. */
  advance(seconds: number): Promise<void>
  intents(): Promise<readonly PaymentIntent[]>
  payments(intentId: string): Promise<readonly Payment[]>
  newestIntent(): Promise<PaymentIntent>
  /** Number of payments in the sandbox processor's own records, read from its disk. */
  processorEntries(): number
  /** Cents that the sandbox's bank holds of all payments: captured, and not refunded. */
  bankHolds(): number
  kill(): Promise<void>
  /** Restarts after a kill, with the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const program = join(projectRoot, 'dist/service/main.js')

export type { ProcessorName }

export async function startService(
  processor: ProcessorName = 'sandbox',
  currency: Currency = 'USD',
  publicUrl = '',
): Promise<TestService> {
  const data = mkdtempSync(join(tmpdir(), 'countertop-service-'))
  let running = await launch(data, 0, processor, currency, publicUrl)
  const { ready } = running
  const client = createClient({ baseUrl: ready.url, apiKey: ready.private_key, accountId: ready.account_id })
  const intents = async () => (await must(client.call('payment_intents.list', { query: { limit: 50 } }))).data
  return {
    ...ready,
    client,
    plugTerminal: async (body) => {
      await must(client.call('sandbox.virtual_terminals.create', { body }))
    },
    changeTerminal: async (hsn, body) => {
      await must(client.call('sandbox.virtual_terminals.update', { params: { hsn }, body }))
    },
    advance: async (seconds) => {
      await must(client.call('sandbox.clock.advance', { body: { seconds } }))
    },
    intents,
    newestIntent: async () => {
      const [newest] = await intents()
      if (newest === undefined) throw new Error('the service has no intent')
      return newest
    },
    payments: async (id) =>
      (await must(client.call('payment_intents.list_payments', { params: { id }, query: {} }))).data,
    processorEntries: () => bankEntries(data).length,
    bankHolds: () => (processor === 'sandbox' ? sandboxHolds(data) : harshHolds(data)),
    kill: () => end(running.process, 'SIGKILL'),
    restart: async () => {
      running = await launch(data, Number(new URL(ready.url).port), processor, currency, publicUrl)
    },
    stop: async () => {
      await end(running.process, 'SIGTERM')
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** Reads a bank's own records from its disk. */
function readBooks<Entry>(file: string, table: string): readonly Entry[] {
  const books = new Database(file, { readonly: true })
  try {
    const rows = books.prepare(`SELECT entry FROM ${table}`).all() as { readonly entry: string }[]
    return rows.map(({ entry }) => JSON.parse(entry) as Entry)
  } finally {
    books.close()
  }
}

const bankEntries = (data: string) => readBooks<LedgerEntry>(join(data, 'sandbox-processor.db'), 'entries')

const sandboxHolds = (data: string): number =>
  bankEntries(data).reduce((sum, { captured, voided }) => sum + (voided ? 0 : (captured ?? 0)), 0)

const harshHolds = (data: string): number =>
  readBooks<Transaction>(join(data, 'harsh-processor.db'), 'transactions').reduce(
    (sum, { type, captured, voided }) =>
      voided || captured === null ? sum : sum + (type === 'refund' ? -captured : captured),
    0,
  )

async function launch(
  data: string,
  port: number,
  processor: ProcessorName,
  currency: Currency,
  publicUrl: string,
) {
  const bank = ['--sandbox', '--processor', processor, '--currency', currency]
  const reached = publicUrl === '' ? [] : ['--public-url', publicUrl]
  const open = ['--rate-limit', 'off', '--private-webhooks', ...reached]
  const { ready, ...running } = await runService(['--port', String(port), '--data', data, ...bank, ...open])
  return { ...running, ready: ready as Ready }
}

/** Starts the service in its own process, and waits until it is ready. */
export async function runService(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly process: ChildProcess; readonly ready: { readonly url: string } }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  let problems = ''
  child.stderr.on('data', (chunk: Buffer) => {
    problems = (problems + chunk.toString()).slice(-4000)
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const message = JSON.parse(line) as { readonly url: string; readonly event: string }
    if (message.event === 'ready') return { process: child, ready: message }
  }
  throw new Error(`the service ended before it was ready: ${problems}`)
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await ended
}
