import { setTimeout as delay } from 'node:timers/promises'
import type { CallFailure, Client } from '../../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../src-shared/api/schemas/refund.ts'
import type { Result } from '../../../src-shared/result.ts'
import { chargeAtTerminal, openTerminal, type ShopTerminals } from './shop-terminals.ts'

type Step = 'create' | 'token' | 'pay' | 'clear' | 'capture' | 'cancel' | 'refund' | 'done'

/** One sale from the intent to its last refund: the plan, and the part of it that the service has acknowledged. */
export interface Sale {
  readonly reference: string
  readonly amount: number
  /** A bank debit is pending until a settlement clears it, or learns that it is returned. */
  readonly source: 'card' | 'terminal' | 'bank' | 'bank that returns'
  /** The terminal that reads the card and has it authorized; null for the other sources. */
  readonly hsn: string | null
  readonly capture: boolean
  readonly cancels: boolean
  /** The amounts to refund one after the other, in cents. */
  readonly plan: readonly number[]
  step: Step
  attempt: number
  /** The step was sent and not answered, so its outcome is unknown. */
  waiting: boolean
  intent: PaymentIntent | null
  methodId: string
  paymentId: string | null
  captured: boolean
  cancelled: boolean
  readonly refunds: Refund[]
}

/** The books of all cashiers, kept through every crash. */
export interface SaleBooks {
  readonly sales: Sale[]
  readonly random: () => number
  readonly name: string
  readonly accountId: string
  readonly terminals: ShopTerminals
}

/** @param hsn the cashier's terminal; null: the card comes from a browser, or a bank account pays */
function newSale({ sales, random, name }: SaleBooks, hsn: string | null): Sale {
  const amount = 100 + Math.floor(random() * 100_000)
  const plans = [[], [amount], [Math.ceil(amount / 3)], [Math.ceil(amount / 4), Math.floor(amount / 5)]]
  const choice = random()
  const remote = choice < 0.1 ? 'bank that returns' : choice < 0.3 ? 'bank' : 'card'
  const source = hsn === null ? remote : 'terminal'
  const byCard = source === 'card' || source === 'terminal'
  const sale: Sale = {
    reference: `${name}-sale-${sales.length}`,
    amount,
    source,
    hsn,
    capture: !byCard || random() < 0.7,
    cancels: byCard && random() < 0.15,
    plan: plans[Math.floor(random() * plans.length)] ?? [],
    step: 'create',
    attempt: 0,
    waiting: false,
    intent: null,
    methodId: '',
    paymentId: null,
    captured: false,
    cancelled: false,
    refunds: [],
  }
  sales.push(sale)
  return sale
}

const card = { number: '4111111111111111', exp_month: '12', exp_year: '2049', cvv: '123' }

const isDebit = ({ source }: Sale): boolean => source === 'bank' || source === 'bank that returns'

const detailsOf = (sale: Sale) => {
  if (!isDebit(sale)) return { payment_method_type: 'card', card } as const
  const bank = {
    routing_number: '110000000',
    account_number: sale.source === 'bank' ? '000123456789' : '000111112',
    account_type: 'checking',
    account_holder: 'Ana Torres',
  } as const
  return { payment_method_type: 'bank', bank } as const
}
const railOf = (sale: Sale) =>
  isDebit(sale)
    ? { payment_method_types: ['bank' as const], payment_rail_types: ['us_bank_ach' as const] }
    : {}

type Answer = Result<unknown, CallFailure>

function send(client: Client, sale: Sale, terminals: ShopTerminals): Promise<Answer> {
  const idempotencyKey = `${sale.reference}-${sale.step}-${sale.refunds.length}-${sale.attempt}`
  const params = { id: sale.intent?.id ?? '' }
  switch (sale.step) {
    case 'create': {
      const { amount, capture, reference } = sale
      const body = { amount, capture, reference_id: reference, ...railOf(sale) }
      return client.call('payment_intents.create', { idempotencyKey, body })
    }
    case 'token': {
      const client_secret = sale.intent?.client_secret ?? ''
      return client.call('tokens.create', { body: { client_secret, ...detailsOf(sale) } })
    }
    case 'pay': {
      const { hsn } = sale
      // Like a point of sale: the card is not requested again before the intent shows that nothing was charged.
      if (hsn !== null && sale.waiting) return client.call('payment_intents.get', { params })
      if (hsn !== null)
        return chargeAtTerminal(client, terminals, { hsn, intentId: params.id, idempotencyKey })
      const body = { payment_method_id: sale.methodId }
      return client.call('payments.create', { idempotencyKey, params, body })
    }
    case 'clear':
      return client.call('payment_intents.get', { params })
    case 'capture':
      return client.call('payment_intents.capture', { idempotencyKey, params, body: {} })
    case 'cancel':
      return client.call('payment_intents.cancel', { idempotencyKey, params, body: {} })
    case 'refund': {
      const amount = sale.plan[sale.refunds.length] ?? 0
      return client.call('refunds.create', {
        idempotencyKey,
        params: { id: sale.paymentId ?? '' },
        body: { amount },
      })
    }
    case 'done':
      throw new Error(`${sale.reference} is done`)
  }
}

/** Records what the service acknowledged and goes to the next step. @returns false if the answer is not final */
function accept(sale: Sale, answer: unknown): boolean {
  switch (sale.step) {
    case 'create':
      sale.intent = answer as PaymentIntent
      return next(sale, firstOf(sale))
    case 'token':
      sale.methodId = (answer as { readonly id: string }).id
      return next(sale, 'pay')
    case 'refund':
      sale.refunds.push(answer as Refund)
      return next(sale, sale.refunds.length < sale.plan.length ? 'refund' : 'done')
    default:
      return acceptIntent(sale, answer as PaymentIntent)
  }
}

function acceptIntent(sale: Sale, intent: PaymentIntent): boolean {
  if (intent.status === 'processing') return false
  sale.intent = intent
  sale.paymentId = intent.latest_payment?.id ?? null
  if (intent.status === 'captured') {
    const first = !sale.captured
    sale.captured = true
    // A settlement was faster than the cancel.
    if (sale.step === 'cancel') return next(sale, 'done')
    if (first && sale.cancels) return next(sale, 'cancel')
    return next(sale, sale.plan.length > 0 ? 'refund' : 'done')
  }
  if (intent.status === 'uncaptured') return next(sale, sale.cancels ? 'cancel' : 'capture')
  if (intent.status === 'pending') {
    if (sale.step !== 'clear') next(sale, 'clear')
    return false
  }
  if (intent.status === 'failed' && sale.source === 'bank that returns') return next(sale, 'done')
  if (intent.status === 'cancelled') {
    sale.cancelled = true
    return next(sale, 'done')
  }
  // The payment never reached the processor: a new single-use card token is made.
  if (intent.status === 'created') return next(sale, firstOf(sale))
  throw new Error(`${sale.reference} is ${intent.status}`)
}

/** A terminal reads the card itself. */
const firstOf = ({ hsn }: Sale): Step => (hsn === null ? 'token' : 'pay')

function next(sale: Sale, step: Step): true {
  sale.step = step
  sale.attempt += 1
  sale.waiting = false
  return true
}

/** Errors that a repeat may get: the first request has changed the object, or a dead process still holds its key. */
const explained = ['state_conflict', 'idempotency_in_progress', 'lock_timeout']

/** Does one step. @returns its result; `later`: unknown for now. @throws on a refusal that no kill explains. */
export async function advance(
  client: Client,
  sale: Sale,
  terminals: ShopTerminals,
): Promise<'on' | 'later' | 'no answer'> {
  const answer = await send(client, sale, terminals)
  if (answer.ok) {
    const isFinal = accept(sale, answer.value)
    // The repair job may be looking it up when the step is repeated.
    if (!isFinal) sale.waiting = true
    return isFinal ? 'on' : 'later'
  }
  if (answer.error.kind === 'no_answer') {
    sale.waiting = true
    return 'no answer'
  }
  if (sale.hsn !== null && sale.step === 'pay') {
    sale.waiting = true
    return 'later'
  }
  const { code } = answer.error.error
  const mayBe = sale.waiting || sale.step === 'cancel' || code === 'lock_timeout'
  if (!mayBe || !explained.includes(code)) {
    throw new Error(`${sale.reference}, ${sale.step}: ${JSON.stringify(answer.error)}`)
  }
  if (code !== 'state_conflict' || sale.step === 'refund' || sale.intent === null) return 'later'
  const found = await client.call('payment_intents.get', { params: { id: sale.intent.id } })
  if (!found.ok) return 'no answer'
  return acceptIntent(sale, found.value) ? 'on' : 'later'
}

/** One cashier, one step after another, until the service no longer answers. */
async function runCashier(client: Client, books: SaleBooks, hsn: string | null): Promise<void> {
  if (hsn !== null) await openTerminal(client, books.terminals, hsn)
  for (;;) {
    const sale = newSale(books, hsn)
    while (sale.step !== 'done') {
      const became = await advance(client, sale, books.terminals)
      if (became === 'no answer') return
      // The repair job must find out the outcome; the cashier goes on with other customers.
      if (became === 'later') break
    }
  }
}

/** Closes the day repeatedly while the others sell. */
async function runCloser(client: Client, { accountId }: SaleBooks): Promise<void> {
  for (;;) {
    const closed = await client.call('sandbox.settlements.close', { body: { account_id: accountId } })
    if (!closed.ok) {
      if (closed.error.kind === 'no_answer') return
      if (closed.error.error.code !== 'lock_timeout') {
        throw new Error(`the day could not be closed: ${JSON.stringify(closed.error)}`)
      }
    }
    await delay(20)
  }
}

/** Resolves when every cashier has noticed that the service is dead. */
export async function runCashiers(client: Client, books: SaleBooks, cashiers: number): Promise<void> {
  const { serials } = books.terminals
  await Promise.all([
    runCloser(client, books),
    ...Array.from({ length: cashiers }, (_, index) => runCashier(client, books, serials[index] ?? null)),
  ])
}

/** Repeats unanswered requests, and finishes the sales. @returns the sales that cannot continue yet. */
export async function finishSales(client: Client, books: SaleBooks): Promise<readonly Sale[]> {
  const open: Sale[] = []
  for (const hsn of books.terminals.serials) await openTerminal(client, books.terminals, hsn)
  for (const sale of books.sales) {
    while (sale.step !== 'done') {
      const became = await advance(client, sale, books.terminals)
      if (became === 'no answer') throw new Error(`${sale.reference}, ${sale.step}: was not answered`)
      if (became === 'later') {
        open.push(sale)
        break
      }
    }
  }
  return open
}
