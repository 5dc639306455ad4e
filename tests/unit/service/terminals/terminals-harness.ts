import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import { seedTrainingMerchant, type TrainingMerchant } from '../../../../src-service/accounts/training.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import type { SavedAnswer } from '../../../../src-service/commit.ts'
import type { Handler, HandlerRequest, Handlers } from '../../../../src-service/http/handler.ts'
import { createInFlight } from '../../../../src-service/idempotency/in-flight.ts'
import { newIntent } from '../../../../src-service/intents/documents.ts'
import type { BankTerminals } from '../../../../src-service/processor/harsh/with-terminals.ts'
import type { Processor } from '../../../../src-service/processor/processor.ts'
import { withTimeLimit } from '../../../../src-service/processor/time-limit.ts'
import { createSandboxTerminals } from '../../../../src-service/sandbox/bank-terminals.ts'
import { sandboxModule } from '../../../../src-service/sandbox/module.ts'
import type { Services } from '../../../../src-service/services.ts'
import type { IdempotencyClaim, Store } from '../../../../src-service/store/store.ts'
import { openClaimCodes } from '../../../../src-service/terminals/activation/claim-codes.ts'
import { type TerminalsModule, terminalsModule } from '../../../../src-service/terminals/module.ts'
import type { TerminalTimings } from '../../../../src-service/terminals/timings.ts'
import type { AdjustableClock } from '../../../../src-service/time/clock.ts'
import { secretsIn } from '../../../../src-service/vault/shared-secrets.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import type { ErrorCode, ServiceError } from '../../../../src-shared/api/errors.ts'
import type { sandboxOperations } from '../../../../src-shared/api/operations/sandbox.ts'
import type { terminalOperations } from '../../../../src-shared/api/operations/terminals.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { TerminalEvent } from '../../../../src-shared/api/schemas/terminal.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import type { Language } from '../../../../src-shared/language.ts'
import { err, type Result } from '../../../../src-shared/result.ts'
import { type Activated, activateBy } from '../../../../src-terminal/link/activate.ts'
import type { TerminalCredential } from '../../../../src-terminal/link/credential.ts'
import type { Behaviour } from '../../../../src-terminal/scripts/behaviour.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { createBank, type TestBank } from './bank-harness.ts'

export const hsn = 'VT-1'

type TerminalName = keyof typeof terminalOperations | keyof typeof sandboxOperations
type BodyOf<Name extends TerminalName> = HandlerRequest<Name>['body']

export interface CallOptions {
  readonly sessionKey?: string | null
  readonly caller?: Caller
  readonly signal?: AbortSignal
  readonly idempotency?: IdempotencyClaim
  /** The customer's language; English by default. */
  readonly language?: Language
  /** The address that the request comes from. */
  readonly address?: string
}

/** A service in this process, on a real database, with virtual terminals that follow scripts. */
export interface Counter {
  readonly services: Services
  readonly module: TerminalsModule
  readonly merchant: TrainingMerchant
  readonly clock: AdjustableClock
  readonly bank: TestBank
  readonly caller: Caller
  call<Name extends Exclude<TerminalName, 'terminals.events'>>(
    name: Name,
    body: BodyOf<Name>,
    options?: CallOptions,
  ): ReturnType<Handlers[Name]>
  /** Calls an operation and expects success. */
  must<Name extends Exclude<TerminalName, 'terminals.events'>>(
    name: Name,
    body: BodyOf<Name>,
    options?: CallOptions,
  ): Promise<Extract<Awaited<ReturnType<Handlers[Name]>>, { ok: true }>['value']>
  plug(behaviour?: Behaviour, hsn?: string): Promise<void>
  change(behaviour: Behaviour): Promise<void>
  screen(): Promise<string>
  printed(): Promise<string[]>
  /** Connects and returns the session key. */
  open(hsn?: string): Promise<string>
  /** Creates an intent of this many cents. */
  intent(amount?: number): Promise<string>
  readIntent(id: string): Promise<PaymentIntent>
  payments(intentId: string): Promise<readonly Payment[]>
  /** Follows the terminal; `seen` collects the events as they arrive. */
  follow(sessionKey: string): Promise<Followed>
  advance(seconds: number): Promise<void>
  /** Stops this service and starts another one on the same database. */
  restart(): Promise<Counter>
}

export interface Followed {
  readonly seen: TerminalEvent[]
  readonly steps: () => string[]
  /** Resolves when the service has ended the stream. */
  readonly ended: Promise<void>
  stop(): void
}

/** Timings that do not make a test wait long, and give a busy machine time to answer. */
const quick: Partial<TerminalTimings> = {
  stopMs: 1_000,
  farewellMs: 200,
  refusalMs: 20,
  helloMs: 10_000,
  pingMs: 1_000,
  heartbeatMs: 60_000,
}

/** Opens a bank of the sandbox in place of the test's own. @param terminals the terminals of the bank, if it has any */
export type OpenTerminalBank = (clock: AdjustableClock, terminals: BankTerminals) => Processor

export async function openCounter(
  timings: Partial<TerminalTimings> = {},
  openBank?: OpenTerminalBank,
  change: (clock: AdjustableClock) => AdjustableClock = (clock) => clock,
): Promise<Counter> {
  const directory = mkdtempSync(join(tmpdir(), 'terminals-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const clock = change(createSteadyClock())
  return start({
    openStore: async () => openSqliteStore(join(directory, 'service.db')),
    timings: { ...quick, ...timings },
    clock,
    bank: () => createBank(clock),
    directory,
    openBank,
  })
}

/** One of several nodes on a database, which share the bank and the vault's keys. */
export const openNode = (
  openStore: () => Promise<Store>,
  shared: { readonly clock: AdjustableClock; readonly bank: TestBank; readonly directory: string },
  timings: Partial<TerminalTimings>,
): Promise<Counter> =>
  start({
    openStore,
    timings: { ...quick, ...timings },
    clock: shared.clock,
    bank: () => shared.bank,
    directory: shared.directory,
    openBank: undefined,
  })

interface CounterParts {
  readonly openStore: () => Promise<Store>
  readonly timings: Partial<TerminalTimings>
  readonly clock: AdjustableClock
  readonly bank: () => TestBank
  /** The folder of the vault's keys. */
  readonly directory: string
  readonly openBank: OpenTerminalBank | undefined
}

async function start(parts: CounterParts): Promise<Counter> {
  const { timings, clock, openBank } = parts
  const store = await parts.openStore()
  const newId = createIdSource(clock.now)
  const merchant = await seedTrainingMerchant(store, newId, clock.now())
  const bank = parts.bank()
  const bankTerminals = createSandboxTerminals()
  const services: Services = {
    store,
    accounts: createAccountDirectory(store, clock.now),
    clock,
    newId,
    processor: openBank === undefined ? bank.processor : withTimeLimit(openBank(clock, bankTerminals), clock),
    vault: await openVault({ directory: parts.directory, secrets: secretsIn(store, clock.now) }),
    inFlight: createInFlight(),
    training: true,
    log: { ...silentLog },
  }
  const module = terminalsModule(services, { timings, claims: openClaimCodes(null, true) })
  bankTerminals.attach(module.context)
  const sandbox = sandboxModule(module.context)
  const handlers = { ...module.handlers, ...sandbox.handlers }
  const caller: Caller = {
    keyId: 'key_test',
    tenantId: merchant.tenant_id,
    level: 'tenant_admin',
    accountId: merchant.account_id,
  }
  let running = true
  const stop = async () => {
    if (!running) return
    running = false
    await sandbox.stop?.()
    await module.quiesce?.()
    await store.close()
  }
  onTestFinished(stop)

  const ask = <Name extends TerminalName>(
    name: Name,
    parts: Pick<HandlerRequest<Name>, 'params' | 'query' | 'body'>,
    options: CallOptions,
  ) =>
    (handlers[name] as unknown as Handler<Name>)({
      caller: options.caller ?? caller,
      idempotency: options.idempotency ?? null,
      sessionKey: options.sessionKey ?? null,
      language: options.language ?? 'en',
      lastEventId: null,
      forcedStopOf: null,
      requestId: 'req_test',
      address: options.address ?? '127.0.0.1',
      signal: () => options.signal ?? new AbortController().signal,
      setHeader() {},
      ...parts,
    } as unknown as HandlerRequest<Name>)

  const counter: Counter = {
    services,
    module,
    merchant,
    clock,
    bank,
    caller,
    call: ((name, body, options = {}) => {
      const whole = body as { readonly hsn?: string } | undefined
      // The sandbox operations have the terminal in the path.
      const path = name.startsWith('sandbox.virtual_terminals.') && !name.endsWith('create')
      const { hsn: inPath, ...rest } = whole ?? {}
      const parts = path ? { params: { hsn: inPath }, body: rest } : { params: undefined, body }
      return ask(name, { query: undefined, ...parts } as never, options)
    }) as Counter['call'],
    must: (async (name, body, options) => {
      const result = (await counter.call(name, body, options)) as Result<unknown, ServiceError>
      if (!result.ok) throw new Error(`${name}: ${result.error.code}: ${result.error.message}`)
      return result.value
    }) as Counter['must'],
    async plug(behaviour = {}, serial = hsn) {
      await counter.must('sandbox.virtual_terminals.create', { hsn: serial, ...behaviour })
    },
    async change(behaviour) {
      await counter.must('sandbox.virtual_terminals.update', { hsn, ...behaviour } as never)
    },
    async screen() {
      const shown = await counter.must('sandbox.virtual_terminals.get', { hsn } as never)
      return (shown as { screen: { name: string } }).screen.name
    },
    async printed() {
      const shown = await counter.must('sandbox.virtual_terminals.get', { hsn } as never)
      return (shown as { printed: unknown[] }).printed.map((receipt) => JSON.stringify(receipt))
    },
    async open(serial = hsn) {
      const opened = await counter.must('terminals.connect', { hsn: serial })
      return (opened as { session_key: string }).session_key
    },
    intent: (amount = 1234) => writeIntent(services, merchant, amount),
    async readIntent(id) {
      const row = await store.get<PaymentIntent>('payment_intent', merchant.account_id, id)
      if (row === null) throw new Error(`no intent ${id}`)
      return row.document
    },
    payments: (id) => paymentsOf(store, id),
    async follow(sessionKey) {
      const controller = new AbortController()
      const stream = await ask(
        'terminals.events',
        { params: undefined, query: { hsn }, body: undefined } as never,
        { sessionKey, signal: controller.signal },
      )
      if (!stream.ok) throw new Error(stream.error.message)
      const seen: TerminalEvent[] = []
      const read = async () => {
        for await (const { data } of stream.value) seen.push(data)
      }
      return {
        seen,
        steps: () => seen.flatMap((event) => (event.type === 'progress' ? [event.step] : [])),
        ended: read(),
        stop: () => controller.abort(),
      }
    },
    async advance(seconds) {
      clock.advance(seconds * 1000)
      await new Promise((resolve) => setImmediate(resolve))
    },
    async restart() {
      await stop()
      return start(parts)
    },
  }
  return counter
}

async function writeIntent(services: Services, merchant: TrainingMerchant, amount: number): Promise<string> {
  const now = services.clock.now()
  const id = services.newId('payment_intent')
  const { account_id, business_id } = merchant
  const document = newIntent(
    {
      id,
      client_secret: `${id}_secret`,
      currency: 'USD',
      amount,
      account_id,
      business_id,
      partner_id: null,
      created_at: new Date(now).toISOString(),
    },
    {},
  )
  const row = { account_id, id, version: 1, created_at: now, updated_at: now, document }
  await services.store.commit({ writes: [{ op: 'insert', kind: 'payment_intent', row }] })
  return id
}

async function paymentsOf(store: Store, intentId: string): Promise<readonly Payment[]> {
  const where = [{ column: 'payment_intent_id', is: '=', value: intentId }] as const
  return (await store.list<Payment>('payment', { where, limit: 10 })).map((row) => row.document)
}

/** Returns the error of a refusal. @throws when the call succeeded */
export function refusalOf(result: Result<unknown, ServiceError>): ServiceError {
  if (result.ok) throw new Error(`expected a refusal, got ${JSON.stringify(result.value)}`)
  return result.error
}

export const codeOf = (result: Result<unknown, ServiceError>): ErrorCode => refusalOf(result).code

/** Waits until the condition is true. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`never came true: ${what}`)
}

/** Redeems a code as a terminal does. @throws when it is refused. */
export async function joinCounter(counter: Counter, code: string): Promise<TerminalCredential> {
  const joined = await tryToJoin(counter, code)
  if (!joined.ok) throw new Error(`not activated: ${JSON.stringify(joined.error)}`)
  return joined.value.credential
}

export async function tryToJoin(
  counter: Counter,
  code: string,
  options: CallOptions = {},
): Promise<Result<Activated, ServiceError>> {
  const joined = await activateBy<ServiceError>(
    {
      begin: async (body) => withoutSaved(await counter.call('terminals.begin_activation', body, options)),
      finish: async (body) => withoutSaved(await counter.call('terminals.activate', body, options)),
    },
    { hsn, activationCode: code, device: 'Test' },
  )
  if (joined.ok) return joined
  if (joined.error === 'not_genuine') throw new Error('the service did not prove itself')
  return err(joined.error)
}

/** Narrows the type: these operations save no answers for an idempotency key. */
const withoutSaved = <Value extends object>(
  result: Result<Value | SavedAnswer, ServiceError>,
): Result<Value, ServiceError> => result as Result<Value, ServiceError>
