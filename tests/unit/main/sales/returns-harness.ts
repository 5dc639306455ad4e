import { join } from 'node:path'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import { openLedger } from '../../../../src-main/cash/ledger.ts'
import { openReturnsJournal } from '../../../../src-main/sales/returns-journal.ts'
import { startReturns } from '../../../../src-main/sales/returns-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import type { Bill, Tender } from '../../../../src-shared/pos/bill/bill.ts'
import type { CommandRefusal } from '../../../../src-shared/pos/refusals.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { returnCents } from '../../../../src-shared/pos/returns/return-sums.ts'
import { everything, planReturn } from '../../../../src-shared/pos/returns/returnable.ts'
import { cardTender } from '../../shared/pos/returns/arbitrary-bill.ts'
import { type Fate, pay, startManagerHarness } from '../support/manager.ts'
import { quietLog, type TestService, until } from '../support/service.ts'

export interface ReturnsOptions {
  readonly fate?: (request: string) => Fate
  readonly approve?: (pin: string | null) => Promise<CommandRefusal | null>
  /** The number of the bill that left the counter last. */
  readonly lastNumber?: string
  readonly now?: () => number
  /** The state of an exchange at the counter. */
  readonly exchangeState?: (id: string) => 'paid' | 'returned' | null
  readonly isExchangeAside?: (id: string) => boolean
  /** The number of the write, from 1, at which the power fails. */
  readonly dieAt?: number
  /** Whether a line reaches the disk but the write reports a failure. */
  readonly isFull?: () => boolean
  /** Prefix of its return ids; those of two counters must differ. */
  readonly names?: string
}

/** Opens a counter's returns from their files, against the real service. */
export async function openReturns(
  service: TestService,
  folder: string,
  {
    fate,
    approve = async () => null,
    dieAt,
    isFull = () => false,
    lastNumber = 'KT1042',
    now = Date.now,
    exchangeState = () => null,
    isExchangeAside = () => false,
    names = '',
  }: ReturnsOptions = {},
) {
  const manager = await startManagerHarness(service, {
    journal: join(folder, 'actions.jsonl'),
    pauseMs: () => 5,
    ...(fate === undefined ? {} : { fate }),
  })
  const [book, journal, ledger] = await Promise.all([
    openSalesBook(join(folder, 'bills'), now, quietLog),
    openReturnsJournal(join(folder, 'returns.jsonl'), quietLog),
    openLedger(join(folder, 'drawer.jsonl'), () => undefined, quietLog),
  ])
  const audited: AuditEntry[] = []
  let shown: readonly Return[] = []
  let writes = 0
  let unreadable = 0
  let isDead = false
  let ids = 0
  const returns = startReturns({
    journal: {
      ...journal,
      write(one, at) {
        writes += 1
        isDead ||= writes === dieAt
        if (isFull()) return Promise.reject(new Error('no space left'))
        return isDead ? new Promise(() => undefined) : journal.write(one, at)
      },
    },
    book,
    ledger,
    drawer: { open: async () => ({ ok: true, value: null }) },
    lastNumber: () => lastNumber,
    exchangeState,
    isExchangeAside,
    staff: {
      approveReturn: async (_cents, pin) => approvedUnless(await approve(pin), 'person_mona'),
      personId: () => 'person_ana',
    },
    audit: { add: (entry) => void audited.push(entry) },
    manager: async () => manager,
    cashStep: () => 1,
    giftCards: async () => ({
      put: async (asked) => ({ kind: 'done', card_id: asked.card_id ?? 'gc_new', last_four: 'BCDF' }),
    }),
    onUnreadable: (lines) => {
      unreadable = lines
    },
    onReturns: (now) => {
      shown = now
    },
    newId: () => `ret_${names}${journal.found.length + ++ids}`,
    now,
    retryMs: 5,
    log: quietLog,
  })
  let isStopped = false
  async function stop() {
    if (isStopped) return
    isStopped = true
    // After the power failure, a write never ends and never reaches its file.
    if (isDead) {
      void returns.stop()
      await journal.close()
    } else await returns.stop()
    await manager.stop()
    await book.close()
    await ledger.close()
  }
  return {
    returns,
    manager,
    book,
    ledger,
    audited,
    stop,
    isDead: () => isDead,
    unreadable: () => unreadable,
    shown: () => shown[0],
    until: (isSo: (now: Return) => boolean) =>
      until(
        () => shown[0],
        (now) => now !== undefined && isSo(now),
      ) as Promise<Return>,
  }
}

export type OpenedReturns = Awaited<ReturnType<typeof openReturns>>

/** A request to return everything of a bill without earlier returns. */
export const allOf = (sold: Bill) => {
  const wanted = everything(sold, [])
  const plan = planReturn(sold, [], wanted, 1)
  if (plan === null) throw new Error('nothing can be returned')
  return {
    number: sold.number,
    ...wanted,
    lines: [...wanted.lines],
    tips: [...wanted.tips],
    total: returnCents(plan),
    reason: '',
  }
}

/** A payment of `amount` cents by a card at the real service. */
export async function paidAt(service: TestService, amount: number, tip = 0): Promise<Tender> {
  const payment = await pay(service, amount + tip)
  const tender = cardTender(payment.id, amount, tip)
  return {
    ...tender,
    sale: { ...tender.sale, intent_id: payment.payment_intent_id },
    payment: { ...tender.payment, payment_id: payment.id },
  }
}

export const cash = (amount: number): Tender => ({
  kind: 'cash',
  status: 'paid',
  id: 'cash_1',
  amount,
  rounding: 0,
  tendered: amount,
  change: 0,
  taken_at: '2026-03-01T12:00:00.000Z',
})
