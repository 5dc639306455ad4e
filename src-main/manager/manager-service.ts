import { isMeantBy } from '../../src-shared/pos/bill/match-words.ts'
import type { PosCommandPayload, PosReply } from '../../src-shared/pos/commands.ts'
import type { ManagerAction, ManagerStatus } from '../../src-shared/pos/manager/manager.ts'
import { type CommandRefusal, refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { givenOtherwise } from '../../src-shared/pos/returns/return-sums.ts'
import type { ShopFacts } from '../../src-shared/receipt/return-receipt.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Counter } from '../counter/counter.ts'
import type { Log } from '../log.ts'
import type { ClientSource } from '../service-calls/call-service.ts'
import { detailOf } from '../service-calls/failures.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import { openActionJournal } from './action-journal.ts'
import { creditOf } from './action-receipt.ts'
import { type ManagerActions, startManagerActions } from './actions.ts'
import { openPayment } from './intent-history.ts'
import { createPaymentNotes, type PaymentNoteBook } from './payment-notes.ts'
import { createSavedSearches, type SavedSearches } from './saved-searches.ts'
import { type SoldHere, searchPayments } from './search-payments.ts'

type Answer<
  Name extends 'payments.search' | 'payments.export' | 'payments.open' | 'payments.act' | 'payments.print',
> = Promise<Result<PosReply<Name>, CommandRefusal>>

/** The manager's work on one account. */
export interface ManagerService {
  search(asked: PosCommandPayload<'payments.search'>): Answer<'payments.search'>
  /** Writes everything found to the file at `path`. */
  export(asked: PosCommandPayload<'payments.export'>, path: string): Answer<'payments.export'>
  open(asked: PosCommandPayload<'payments.open'>): Answer<'payments.open'>
  act(asked: PosCommandPayload<'payments.act'>): Answer<'payments.act'>
  print(asked: PosCommandPayload<'payments.print'>): Answer<'payments.print'>
  giveBack: ManagerActions['giveBack']
  paymentNow: ManagerActions['paymentNow']
  notes: PaymentNoteBook['list']
  addNote: PaymentNoteBook['add']
  searches: SavedSearches
  dismiss(asked: PosCommandPayload<'payments.dismiss'>): Promise<Result<null, CommandRefusal>>
  /** Records that the manager knows of unreadable lines of the journal. */
  acknowledgeUnreadable(): Promise<Result<null, CommandRefusal>>
  status(): ManagerStatus
  stop(): Promise<void>
}

export interface ManagerOptions {
  readonly journal: string
  /** The file of notes that the service does not keep. */
  readonly notes: string
  /** The file of saved searches. */
  readonly searches: string
  readonly accountId: string
  /** The name of the signed-in person; null where there is none. */
  readonly author: () => string | null
  readonly client: ClientSource
  /** Null while the counter is being reopened, for example on another terminal. */
  readonly counter: () => Pick<Counter, 'sale' | 'terminal' | 'isReturning' | 'sales'> | null
  /** The shop as named on customers' papers. */
  readonly shop: () => ShopFacts
  /** Why `cents` may not go back to a customer; null when they may. */
  readonly mayReturn: (cents: number, pin: string | null) => Promise<CommandRefusal | null>
  /** The signed-in person; null where there is none. */
  readonly person: () => string | null
  readonly onStatus: (status: ManagerStatus) => void
  /** Called when an action has ended, for the audit trail. */
  readonly onEnd: (action: ManagerAction) => void
  readonly newActionId: () => string
  readonly now: () => number
  readonly pauseMs?: (look: number) => number
  readonly log: Log
}

export async function openManagerService(options: ManagerOptions): Promise<ManagerService> {
  const { client, log } = options
  const journal = await openActionJournal(options.journal, log)
  const otherwise = async (intentId: string) => {
    const sales = await options.counter()?.sales()
    return givenOtherwise(sales?.returned().map((line) => line.return) ?? [], intentId)
  }
  const actions = startManagerActions({
    ...options,
    journal,
    isInSale: (intentId) => options.counter()?.sale.claims(intentId) ?? false,
    isReturning: (intentId) => options.counter()?.isReturning(intentId) ?? false,
    givenOtherwise: otherwise,
    receipt: (action, payment) =>
      creditOf(action, payment, { shop: options.shop(), now: new Date(options.now()) }),
    onChange: () => options.onStatus(status()),
    newId: options.newActionId,
  })

  const notes = createPaymentNotes({ ...options, path: options.notes })

  const status = (): ManagerStatus => ({
    actions: [...actions.all()],
    unreadable_lines: actions.unreadable(),
  })

  const soldHere: SoldHere = async (words, period, most) => {
    const sales = await options.counter()?.sales()
    const bills = (await sales?.book.matching(isMeantBy(words), period, most)) ?? []
    return bills.flatMap(({ tenders }) =>
      tenders.flatMap((tender) =>
        tender.kind === 'card' && tender.sale.intent_id !== null ? [tender.sale.intent_id] : [],
      ),
    )
  }

  const search: ManagerService['search'] = (asked) => searchPayments({ client, soldHere }, asked)

  async function writePayments(asked: PosCommandPayload<'payments.export'>, path: string) {
    try {
      const { exportPayments } = await import('./export-payments.ts')
      return await exportPayments(asked, search, path)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      log.warn({ detail: message }, 'manager.export_failed')
      return refuse('failed', message)
    }
  }

  async function print({ payment_id, action_id }: PosCommandPayload<'payments.print'>) {
    const counter = options.counter()
    if (counter === null) return err(serviceNotUp)
    const sale = counter.sale.state().kind
    if (sale !== 'ready' && sale !== 'approved' && sale !== 'stopped') {
      return refuse('not_now', `the terminal is in a sale: ${sale}`)
    }
    const mark = (seen: ManagerAction['print']) => action_id !== null && actions.printed(action_id, seen)
    mark('printing')
    const printed = await counter.terminal.run('terminals.print_receipt', { payment_id })
    mark(printed.ok ? 'printed' : 'failed')
    if (printed.ok) return ok(null)
    log.warn({ payment_id, detail: detailOf(printed.error) }, 'manager.print_failed')
    return err(serviceRefusal(printed.error))
  }

  return {
    search,
    export: (asked, path) => writePayments(asked, path),
    async open({ intent_id }) {
      const found = await openPayment(client, intent_id)
      if (!found.ok) return found
      // Where the returns cannot be read the payment is still shown: an action reads them again.
      return ok({ ...found.value, given_otherwise: await otherwise(intent_id).catch(() => 0) })
    },
    act: ({ pin = null, ...asked }) => actions.begin(asked, pin),
    print,
    notes: notes.list,
    addNote: notes.add,
    searches: createSavedSearches({ ...options, path: options.searches }),
    giveBack: actions.giveBack,
    paymentNow: actions.paymentNow,
    dismiss: ({ action_id }) => actions.dismiss(action_id),
    async acknowledgeUnreadable() {
      await actions.acknowledgeUnreadable()
      return ok(null)
    },
    status,
    async stop() {
      actions.stop()
      await journal.close()
    },
  }
}
