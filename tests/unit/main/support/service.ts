import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessTo, type ServiceAccess } from '../../../../src-main/terminal/service-access.ts'
import { createApp } from '../../../../src-service/app.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { type Client, createClient } from '../../../../src-shared/api/client.ts'
import type { OperationBody } from '../../../../src-shared/api/operations.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { must } from '../../../support/must.ts'
import { putEmptyDatabase } from '../../../support/sqlite-store.ts'

/** The real service with its sandbox, in this process, with its own data folder. */
export interface TestService {
  readonly store: Store
  readonly access: ServiceAccess
  readonly client: Client
  plug(terminal: OperationBody<'sandbox.virtual_terminals.create'>): Promise<void>
  change(hsn: string, terminal: OperationBody<'sandbox.virtual_terminals.update'>): Promise<void>
  advance(seconds: number): Promise<void>
  intents(): Promise<readonly PaymentIntent[]>
  payments(intentId: string): Promise<readonly Payment[]>
  stop(): Promise<void>
}

export const quietLog = { debug() {}, info() {}, warn() {}, error() {} }

interface Options {
  /** The public address for payers; without one, only this computer can reach the pages. */
  readonly publicUrl?: string
  readonly bankDelayMs?: number
}

export async function startTestService(options: Options = {}): Promise<TestService> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'countertop-main-test-'))
  putEmptyDatabase(join(dataDirectory, 'service.db'))
  const apiKey = `sk_${'a'.repeat(40)}`
  const app = await createApp(
    {
      port: 0,
      host: '127.0.0.1',
      dataDirectory,
      sandbox: true,
      rateLimit: null,
      checkReplies: true,
      // Most tests only need the bank to answer later, not its real delay.
      bankDelayMs: 10,
      privateKey: apiKey,
      vaultKeys: undefined,
      ...options,
    },
    quietLog,
  )
  const url = await app.listen()
  if (app.sandbox === null) throw new Error('the sandbox is not there')
  const { account_id: accountId, merchant_id: merchantId } = app.sandbox
  const client = createClient({ baseUrl: url, apiKey, accountId })
  return {
    store: app.services.store,
    access: { ...accessTo({ url, apiKey, accountId, merchantId }, () => 'en'), client },
    client,
    plug: async (body) => void (await must(client.call('sandbox.virtual_terminals.create', { body }))),
    change: async (hsn, body) =>
      void (await must(client.call('sandbox.virtual_terminals.update', { params: { hsn }, body }))),
    advance: async (seconds) =>
      void (await must(client.call('sandbox.clock.advance', { body: { seconds } }))),
    intents: async () => (await must(client.call('payment_intents.list', { query: {} }))).data,
    payments: async (id) =>
      (await must(client.call('payment_intents.list_payments', { params: { id }, query: {} }))).data,
    async stop() {
      await app.stop()
      await rm(dataDirectory, { recursive: true, force: true })
    },
  }
}

/** Waits until the condition is true. @throws an error with the last value */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  isSo: (value: Value) => boolean,
  limitMs = 60_000,
): Promise<Value> {
  const end = Date.now() + limitMs
  for (;;) {
    const value = await look()
    if (isSo(value)) return value
    if (Date.now() > end) throw new Error(`it never came to be: ${JSON.stringify(value)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
