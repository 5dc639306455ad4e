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
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import { tokenOf } from '../sale/card-token.ts'
import type { PaidCard } from '../sales/send-receipts.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf, reasonOf, type TerminalFailure } from '../service-calls/failures.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import type { TerminalConnection } from '../terminal/connection.ts'
import { createCustomerReceipts } from './customer-receipts.ts'
import { createTerminalQuestions } from './terminal-questions.ts'

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
  const questions = createTerminalQuestions(terminal, options.language)
  const receipts = createCustomerReceipts(options)

  function failed(failure: TerminalFailure): Result<never, CommandRefusal> {
    options.log.warn({ detail: detailOf(failure) }, 'customers.failed')
    return err(serviceRefusal(failure))
  }
  function take(customer: Customer): Result<null, CommandRefusal> {
    shown = null
    onChosen(shownCustomer(customer))
    return ok(null)
  }

  return {
    async search(text) {
      const found = await callService(client, 'customers.list', {
        query: { search: text, limit: mostShown },
      })
      return found.ok ? ok(found.value.data.map(shownCustomer)) : failed(found.error)
    },
    async askPhone() {
      const typed = await questions.phone()
      if (typed.ok) return ok({ phone: parsePhone(typed.value) ?? typed.value })
      const reason = reasonOf(typed.error)
      const stopped = reason === 'cancelled_by_customer' || reason === 'cancelled_by_cashier'
      return stopped ? refuse('not_now', detailOf(typed.error)) : failed(typed.error)
    },
    stopAsking: questions.stop,
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
      const card = await questions.cardToSave(customer.locale)
      if (!card.ok) return failed(card.error)
      if (card.value === null) return ok({ saved: false })
      const kept = await callService(client, 'payment_methods.attach', {
        params: { id: card.value },
        body: { customer_id: customer.id },
        idempotencyKey: newId(),
      })
      return kept.ok ? ok({ saved: true }) : failed(kept.error)
    },
    async receipt(way, cards) {
      const customer = chosen()
      if (customer === null) return refuse('not_now', 'no customer is chosen')
      const sent = await receipts.send(customer, way, cards)
      if (!sent.ok) return sent
      const remembered = await receipts.remember(customer.id, way)
      // The receipt was sent all the same.
      if (!remembered.ok) failed(remembered.error)
      else if (remembered.value !== null && chosen()?.id === customer.id) {
        onChosen(shownCustomer(remembered.value))
      }
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
