import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAccountDirectory } from '../../../../src-service/accounts/directory.ts'
import { seedTrainingMerchant } from '../../../../src-service/accounts/training.ts'
import { authorizeCardPresent } from '../../../../src-service/authorize/authorize-card-present.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import { checkoutModule } from '../../../../src-service/checkout/module.ts'
import { isSavedAnswer } from '../../../../src-service/commit.ts'
import { customersModule } from '../../../../src-service/customers/module.ts'
import type { Handler, HandlerRequest } from '../../../../src-service/http/handler.ts'
import { createInFlight } from '../../../../src-service/idempotency/in-flight.ts'
import type { AttemptReply } from '../../../../src-service/intents/attempt.ts'
import { paymentsModule } from '../../../../src-service/intents/module.ts'
import { paymentMethodIntentsModule } from '../../../../src-service/payment-method-intents/module.ts'
import { createMethodLimit } from '../../../../src-service/payment-methods/method-limit.ts'
import { paymentMethodsModule } from '../../../../src-service/payment-methods/module.ts'
import type { Processor } from '../../../../src-service/processor/processor.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { withTimeLimit } from '../../../../src-service/processor/time-limit.ts'
import { lookAtQuarantine } from '../../../../src-service/repair/quarantine.ts'
import { repairPass } from '../../../../src-service/repair/repair-schedule.ts'
import type { Services } from '../../../../src-service/services.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import type { AdjustableClock } from '../../../../src-service/time/clock.ts'
import { secretsIn } from '../../../../src-service/vault/shared-secrets.ts'
import { openVault } from '../../../../src-service/vault/vault.ts'
import type { ErrorCode, ServiceError } from '../../../../src-shared/api/errors.ts'
import type {
  checkoutPageOperations,
  checkoutSessionOperations,
} from '../../../../src-shared/api/operations/checkout.ts'
import type { customerOperations } from '../../../../src-shared/api/operations/customers.ts'
import type { paymentMethodIntentOperations } from '../../../../src-shared/api/operations/payment-method-intents.ts'
import type { paymentMethodOperations } from '../../../../src-shared/api/operations/payment-methods.ts'
import type { paymentOperations } from '../../../../src-shared/api/operations/payments.ts'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { ok, type Result } from '../../../../src-shared/result.ts'
import type { CardData } from '../../../../src-shared/terminal/card-encryption.ts'
import { putContractors } from '../../../support/contractors.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { emptyReceipt, visa } from '../authorize/cards.ts'

type Name =
  | keyof typeof paymentOperations
  | keyof typeof paymentMethodOperations
  | keyof typeof paymentMethodIntentOperations
  | keyof typeof checkoutSessionOperations
  | keyof typeof checkoutPageOperations
  | keyof typeof customerOperations
type Parts = { readonly [Key in 'params' | 'query' | 'body' | 'idempotency' | 'caller']?: unknown }

/** The payments module on a real database, with the sandbox processor and an adjustable clock. */
export interface PaymentsHarness {
  readonly services: Services
  readonly clock: AdjustableClock
  readonly caller: Caller & { readonly accountId: string }
  readonly directory: string
  /** Replaces functions of the processor: a function set here is used instead of the sandbox's. */
  readonly processor: { -readonly [Key in keyof Processor]?: Processor[Key] }
  /** The bank itself, without the replacements. */
  readonly sandbox: Processor
  /** Returns what the handler returns; without an idempotency claim the body is parsed. */
  call(name: Name, parts?: Parts): Promise<Result<unknown, ServiceError>>
  intent(body?: object): Promise<PaymentIntent>
  read(id: string): Promise<PaymentIntent>
  payments(intentId: string): Promise<readonly Payment[]>
  pay(
    intentId: string,
    card?: Partial<CardData>,
    amount?: number,
  ): Promise<Result<AttemptReply, ServiceError>>
  /** Creates a token from a card, as the payer's browser does, for this intent. */
  token(intent: PaymentIntent, card?: object, more?: object): Promise<PaymentMethod>
  /** Creates a customer of the account's business, linked to the account. */
  customer(body?: object): Promise<Customer>
  /** Stores a payment method for the customer. */
  kept(customerId: string, card?: object): Promise<PaymentMethod>
  /** Section 4.1, create payment. */
  payBy(intentId: string, body: object): Promise<Result<PaymentIntent, ServiceError>>
  capture(id: string, body?: object): Promise<Result<PaymentIntent, ServiceError>>
  cancel(id: string, body?: object): Promise<Result<PaymentIntent, ServiceError>>
  /** Runs one pass of the repair job, as after a restart. */
  repair(minimumAge?: number): Promise<void>
  /**
   * The same books and database in a new process, which does not know the requests in flight; with the same clock or
   * another.
   */
  restart(clock?: AdjustableClock): Promise<PaymentsHarness>
  /**
   * Another service on the same store and bank, which does not know this service's requests in flight.
   * @param store another store on the same database, which may remember other rows
   */
  node(store?: Store): PaymentsHarness
}

/** Opens SQLite in the harness's folder by default. */
type OpenStore = (directory: string) => Promise<Store>
const sqlite: OpenStore = async (directory) => openSqliteStore(join(directory, 'service.db'))

/** A bank with its books in the harness's folder, so that they survive a restart. */
export type OpenBank = (
  clock: AdjustableClock,
  directory: string,
) => { readonly bank: Processor; readonly closeBooks: () => void | Promise<void> }
const sandboxBank: OpenBank = (clock, directory) => {
  const ledger = openLedger(join(directory, 'sandbox-processor.db'))
  return {
    bank: createSandboxProcessor({ clock, ledger, latencyMs: 0 }),
    closeBooks: () => ledger.close(),
  }
}

export async function openPaymentsHarness(
  openStore: OpenStore = sqlite,
  openBank: OpenBank = sandboxBank,
): Promise<PaymentsHarness> {
  const directory = mkdtempSync(join(tmpdir(), 'payments-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return start(directory, createSteadyClock(), openStore, openBank)
}

async function start(
  directory: string,
  clock: AdjustableClock,
  openStore: OpenStore,
  openBank: OpenBank = sandboxBank,
): Promise<PaymentsHarness> {
  const store = await openStore(directory)
  const newId = createIdSource(clock.now)
  const merchant = await seedTrainingMerchant(store, newId, clock.now())
  // The accounts that the tests share payments with.
  const business = { tenantId: merchant.tenant_id, businessId: merchant.business_id }
  await putContractors(store, business, ['ctrct_1', 'ctrct_2', 'ctrct_one', 'ctrct_two'])
  const { bank, closeBooks } = openBank(clock, directory)
  const vault = await openVault({ directory, secrets: secretsIn(store, clock.now) })
  let open = true
  const stop = async () => {
    if (!open) return
    open = false
    await store.close()
    await closeBooks()
  }
  onTestFinished(stop)
  const restart = async (another: AdjustableClock) => {
    await stop()
    return start(directory, another, openStore, openBank)
  }
  return makeNode({ directory, clock, store, newId, merchant, bank, vault, restart })
}

interface Shared extends Pick<Services, 'clock' | 'store' | 'newId' | 'vault'> {
  readonly directory: string
  readonly merchant: Awaited<ReturnType<typeof seedTrainingMerchant>>
  readonly bank: Processor
  readonly restart: (clock: AdjustableClock) => Promise<PaymentsHarness>
}

const checkoutOptions = {
  publicUrl: () => 'https://pay.example.com',
  windowMs: 30 * 24 * 60 * 60_000,
  training: true,
}

function makeNode(shared: Shared): PaymentsHarness {
  const { directory, clock, store, newId, merchant, bank, vault } = shared
  const overrides: PaymentsHarness['processor'] = {}
  const processor: Processor = {
    name: bank.name,
    capabilities: bank.capabilities,
    limits: bank.limits,
    authorize: (request) => (overrides.authorize ?? bank.authorize)(request),
    tokenize: (request) => (overrides.tokenize ?? bank.tokenize)(request),
    verify: (request) => (overrides.verify ?? bank.verify)(request),
    capture: (payment, amount) => (overrides.capture ?? bank.capture)(payment, amount),
    void: (payment, only) => (overrides.void ?? bank.void)(payment, only),
    refund: (payment, refund) => (overrides.refund ?? bank.refund)(payment, refund),
    inquire: (payment) => (overrides.inquire ?? bank.inquire)(payment),
    inquireRefund: (payment, refund) => (overrides.inquireRefund ?? bank.inquireRefund)(payment, refund),
    clear: (payment) => (overrides.clear ?? bank.clear)(payment),
    reports: (since) => (overrides.reports ?? bank.reports)(since),
    addReport: async (entry) => bank.addReport?.(entry),
    returnRefund: async (payment, refund) => bank.returnRefund?.(payment, refund),
  }
  const services: Services = {
    store,
    accounts: createAccountDirectory(store, clock.now),
    clock,
    newId,
    processor: withTimeLimit(processor, clock),
    vault,
    inFlight: createInFlight(),
    log: { ...silentLog },
  }
  const collecting = { ...services, methodLimit: createMethodLimit(() => performance.now()) }
  const handlers = {
    ...paymentsModule(services).handlers,
    ...paymentMethodsModule(collecting).handlers,
    ...paymentMethodIntentsModule(services).handlers,
    ...checkoutModule(collecting, checkoutOptions).handlers,
    ...customersModule(services).handlers,
  }
  const caller = {
    keyId: 'key_test',
    tenantId: merchant.tenant_id,
    level: 'tenant_admin',
    accountId: merchant.account_id,
    account: { status: 'boarded', business_id: merchant.business_id, partner_id: null },
  } as const

  const harness: PaymentsHarness = {
    services,
    clock,
    caller,
    directory,
    processor: overrides,
    sandbox: bank,
    call: async (name, parts = {}) => {
      const result = await (handlers[name] as unknown as Handler<'payment_intents.create'>)({
        caller,
        params: undefined,
        query: {},
        body: {},
        idempotency: null,
        sessionKey: null,
        requestId: 'req_test',
        address: '127.0.0.1',
        signal: () => new AbortController().signal,
        setHeader() {},
        ...parts,
      } as unknown as HandlerRequest<'payment_intents.create'>)
      const saved = result.ok && isSavedAnswer(result.value) && parts.idempotency === undefined
      return saved ? ok(JSON.parse(result.value.body) as unknown) : result
    },
    intent: async (body = {}) =>
      mustOf(
        await harness.call('payment_intents.create', { body: { amount: 1234, ...body } }),
      ) as PaymentIntent,
    read: async (id) =>
      mustOf(await harness.call('payment_intents.get', { params: { id } })) as PaymentIntent,
    async payments(id) {
      const page = mustOf(
        await harness.call('payment_intents.list_payments', { params: { id }, query: { limit: 50 } }),
      )
      return (page as { data: Payment[] }).data
    },
    async pay(intentId, card = {}, amount) {
      const agreedAmount = amount ?? (await harness.read(intentId)).amount
      return authorizeCardPresent(services, {
        accountId: caller.accountId,
        intentId,
        agreedAmount,
        card: { ...visa, ...card },
        entryMode: 'EMVContact',
        cardPresent: true,
        chip: null,
        cardholderName: 'ANA TORRES',
        hsn: 'VT-1',
        receiptData: emptyReceipt,
      })
    },
    token: async ({ client_secret }, card = {}, more = {}) =>
      mustOf(
        await harness.call('tokens.create', {
          body: { client_secret, payment_method_type: 'card', card: { ...visa, ...card }, ...more },
        }),
      ) as PaymentMethod,
    customer: async (body = {}) => mustOf(await harness.call('customers.create', { body })) as Customer,
    async kept(customer_id, card = {}) {
      const { id } = await harness.token(await harness.intent(), card)
      const attached = await harness.call('payment_methods.attach', { params: { id }, body: { customer_id } })
      return mustOf(attached) as PaymentMethod
    },
    payBy: (id, body) =>
      harness.call('payments.create', { params: { id }, body }) as Promise<
        Result<PaymentIntent, ServiceError>
      >,
    capture: (id, body = {}) =>
      harness.call('payment_intents.capture', { params: { id }, body }) as Promise<
        Result<PaymentIntent, ServiceError>
      >,
    cancel: (id, body = {}) =>
      harness.call('payment_intents.cancel', { params: { id }, body }) as Promise<
        Result<PaymentIntent, ServiceError>
      >,
    async repair(minimumAge = 0) {
      await repairPass(services, {
        minimumAge,
        lastAsked: new Map(),
        // With a minimum age, only the age of the payments counts.
        firstSeen: minimumAge === 0 ? knownSinceEver() : new Map(),
      })
      await lookAtQuarantine(services)
    },
    restart: (another = clock) => shared.restart(another),
    node: (own = store) => makeNode({ ...shared, store: { ...own } }),
  }
  return harness
}

/** A call whose process dies before it ends: its result is ignored, and its store is closed. */
export const abandon = (call: Promise<unknown>): void => void call.catch(() => undefined)

/** The first-seen times of a process that has asked about every payment since it began. */
const knownSinceEver = (): Map<string, number> => Object.assign(new Map<string, number>(), { get: () => 0 })

/** Returns the value of a success. @throws with the message of the refusal */
export function mustOf<Value>(result: Result<Value, ServiceError>): Value {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.value
}

/** Returns the error code of a refusal, or `ok` for a success; for use in expectations. */
export const codeOf = (result: Result<unknown, ServiceError>): ErrorCode | 'ok' =>
  result.ok ? 'ok' : result.error.code
