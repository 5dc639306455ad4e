import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { Language } from '../../src-shared/language.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import {
  type CounterCustomer,
  customerSchema,
  type SavedCard,
} from '../../src-shared/pos/customer/customer.ts'
import type { ReceiptWay } from '../../src-shared/pos/customer/receipt-ways.ts'
import { parsePhone } from '../../src-shared/pos/links/payment-link-steps.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { keepCardPrompt } from '../../src-shared/pos/terminals/terminal-words.ts'
import { assertNever, err, ok, type Result } from '../../src-shared/result.ts'
import { questionWords } from '../../src-shared/terminal/question-words.ts'
import type { Log } from '../log.ts'
import { tokenOf } from '../sale/card-token.ts'
import { type PaidCard, receiptSender } from '../sales/send-receipts.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf, reasonOf, type TerminalFailure } from '../service-calls/failures.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import type { TerminalConnection } from '../terminal/connection.ts'

/** The service's customers, and the customer of the next sale. Customers are stored at the service, in no file here. */
export interface CustomerService {
  search(text: string): Promise<PosResult<'customer.search'>>
  askPhone(): Promise<PosResult<'customer.ask_phone'>>
  /** Stops questions to a customer on the terminal, and nothing else there: the printing of a receipt goes on. */
  stopAsking(): void
  choose(id: string): Promise<PosResult<'customer.choose'>>
  create(words: PosCommandPayload<'customer.create'>): Promise<PosResult<'customer.create'>>
  cards(): Promise<PosResult<'customer.cards'>>
  saveCard(): Promise<PosResult<'customer.save_card'>>
  /** Sends the receipts of a bill's cards in the customer's preferred way, and remembers that way. */
  receipt(way: ReceiptWay, cards: readonly PaidCard[]): Promise<PosResult<'customer.receipt'>>
  /** A card of the chosen customer that `cards` has shown; null for any other. */
  card(paymentMethodId: string): SavedCard | null
}

interface CustomerOptions {
  readonly accountId: string
  readonly client: ClientSource
  readonly terminal: Pick<TerminalConnection, 'run'>
  readonly language: () => Language
  readonly chosen: () => CounterCustomer | null
  readonly onChosen: (customer: CounterCustomer) => void
  /** Creates the name of a request. */
  readonly newId: () => string
  readonly log: Log
}

/** Maximum number of customers shown for a search. */
const mostShown = 10

export function createCustomerService(options: CustomerOptions): CustomerService {
  const { client, terminal, chosen, onChosen, newId, accountId } = options
  let shown: { readonly of: string; readonly cards: readonly SavedCard[] } | null = null
  /** Questions on the terminal, or waiting for it: a closed dialog may have left one. */
  const asking = new Set<AbortController>()

  /** Asks one question after the other, until it is stopped. */
  async function onTerminal<Value>(ask: (run: TerminalConnection['run']) => Promise<Value>): Promise<Value> {
    const mine = new AbortController()
    asking.add(mine)
    try {
      return await ask((name, body, more) => terminal.run(name, body, { ...more, signal: mine.signal }))
    } finally {
      asking.delete(mine)
    }
  }

  function failed(failure: TerminalFailure): Result<never, CommandRefusal> {
    const message = detailOf(failure)
    options.log.warn({ detail: message }, 'customers.failed')
    return err(serviceRefusal(failure))
  }
  function take(customer: Customer): Result<null, CommandRefusal> {
    shown = null
    onChosen(shownCustomer(customer))
    return ok(null)
  }

  const sendReceipts = receiptSender(options)

  function send(
    { email, phone, locale }: CounterCustomer,
    way: ReceiptWay,
    cards: readonly PaidCard[],
  ): Promise<PosResult<'customer.receipt'>> {
    const reads = { locale: locale ?? options.language() }
    switch (way) {
      case 'email':
        return sendReceipts(`email ${email}`, cards, (request) =>
          callService(client, 'payment_intents.send_receipt', {
            ...request,
            body: { email_override: email, ...reads },
          }),
        )
      case 'sms':
        return sendReceipts(`sms ${phone}`, cards, (request) =>
          callService(client, 'payment_intents.send_receipt_sms', {
            ...request,
            body: { phone_number: parsePhone(phone) ?? phone, ...reads },
          }),
        )
      case 'print':
      case 'none':
        return Promise.resolve(ok({ sent: true, message: '' }))
      default:
        return assertNever(way)
    }
  }

  /** Stored with the customer, beside other fields. */
  async function remember({ id }: CounterCustomer, receipt: ReceiptWay) {
    const found = await callService(client, 'customers.get', { params: { id } })
    if (!found.ok || found.value.user_fields.receipt === receipt) return found
    const user_fields = { ...found.value.user_fields, receipt }
    const kept = await callService(client, 'customers.update', { params: { id }, body: { user_fields } })
    if (kept.ok && chosen()?.id === id) onChosen(shownCustomer(kept.value))
    return kept
  }

  return {
    async search(text) {
      const found = await callService(client, 'customers.list', {
        query: { search: text, limit: mostShown },
      })
      return found.ok ? ok(found.value.data.map(shownCustomer)) : failed(found.error)
    },
    async askPhone() {
      const typed = await onTerminal((run) =>
        run('terminals.read_input', {
          prompt: questionWords[options.language()].phone,
          format: 'PHONE',
        }),
      )
      if (!typed.ok) {
        const reason = reasonOf(typed.error)
        const stopped = reason === 'cancelled_by_customer' || reason === 'cancelled_by_cashier'
        return stopped ? refuse('not_now', detailOf(typed.error)) : failed(typed.error)
      }
      const { input } = typed.value
      return ok({ phone: parsePhone(input) ?? input })
    },
    stopAsking() {
      for (const question of asking) question.abort()
    },
    async choose(id) {
      // The customer belongs to the business, but perhaps not yet to this shop.
      const linked = await callService(client, 'customers.attach_account', {
        params: { id },
        body: { account_id: accountId },
        idempotencyKey: newId(),
      })
      if (!linked.ok) return failed(linked.error)
      const found = await callService(client, 'customers.get', { params: { id } })
      return found.ok ? take(found.value) : failed(found.error)
    },
    async create({ name, email, phone }) {
      const made = await callService(client, 'customers.create', {
        body: {
          ...(name === '' ? {} : { name }),
          ...(email === '' ? {} : { email }),
          ...(phone === '' ? {} : { phone }),
        },
        idempotencyKey: newId(),
      })
      return made.ok ? take(made.value) : failed(made.error)
    },
    async cards() {
      const customer = chosen()
      if (customer === null) return ok([])
      const found = await callService(client, 'customers.list_payment_methods', {
        params: { id: customer.id },
        query: { limit: 50 },
      })
      if (!found.ok) return failed(found.error)
      if (chosen()?.id !== customer.id) return refuse('not_now', 'another customer is chosen')
      const cards = found.value.data.flatMap((method) =>
        method.status === 'active' && method.card !== null
          ? [{ ...tokenOf(method, true), exp_month: method.card.exp_month, exp_year: method.card.exp_year }]
          : [],
      )
      shown = { of: customer.id, cards }
      return ok(cards)
    },
    async saveCard() {
      const customer = chosen()
      if (customer === null) return refuse('not_now', 'no customer is chosen')
      return onTerminal(async (run) => {
        const read = await run('terminals.read_card', {
          amount: 0,
          include_amount_display: false,
          confirm_amount: false,
          include_signature: false,
        })
        if (!read.ok) return failed(read.error)
        const prompt = keepCardPrompt(customer.locale ?? options.language(), tokenOf(read.value, true))
        const asked = await run('terminals.read_confirmation', { prompt })
        if (!asked.ok) return failed(asked.error)
        // Without consent the card was read for a single use, and is not charged.
        if (!asked.value.confirmed) return ok({ saved: false })
        const kept = await callService(client, 'payment_methods.attach', {
          params: { id: read.value.id },
          body: { customer_id: customer.id },
          idempotencyKey: newId(),
        })
        return kept.ok ? ok({ saved: true }) : failed(kept.error)
      })
    },
    async receipt(way, cards) {
      const customer = chosen()
      if (customer === null) return refuse('not_now', 'no customer is chosen')
      const sent = await send(customer, way, cards)
      if (!sent.ok) return sent
      const remembered = await remember(customer, way)
      // The receipt was sent all the same.
      if (!remembered.ok) failed(remembered.error)
      return sent
    },
    card(id) {
      const of = chosen()?.id
      if (shown === null || shown.of !== of) return null
      return shown.cards.find(({ payment_method_id }) => payment_method_id === id) ?? null
    },
  }
}

/** The preferred receipt is a field of our own at the service, so that every counter knows it. */
const shownCustomer = ({ id, name, email, phone, locale, user_fields }: Customer): CounterCustomer => ({
  id,
  name: name ?? '',
  email: email ?? '',
  phone: phone ?? '',
  locale: locale ?? null,
  receipt: customerSchema.shape.receipt.safeParse(user_fields.receipt).data ?? null,
})
