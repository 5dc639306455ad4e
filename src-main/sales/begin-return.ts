import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { CashStep } from '../../src-shared/pos/bill/cash.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { asExchange } from '../../src-shared/pos/returns/exchange.ts'
import type { CountedReturn, Return } from '../../src-shared/pos/returns/return.ts'
import { returnCents } from '../../src-shared/pos/returns/return-sums.ts'
import { asStoreCredit, planReturn, type ReturnPlan } from '../../src-shared/pos/returns/returnable.ts'
import { isChoosing, worthOf } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { CashLedger } from '../cash/ledger.ts'
import { nobodyAsked } from '../staff/approval.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import { isGivenBackBesides, tendersBehind, withGivenBack } from './left-of-payments.ts'
import type { ReturnsShell } from './returns-shell.ts'
import type { SalesBook } from './sales-book.ts'
import { isUndoOfLast } from './undo-of-last.ts'

type Asked = PosCommandPayload<'returns.begin'>

export interface BeginReturnOptions {
  readonly book: Pick<SalesBook, 'find'>
  readonly ledger: Pick<CashLedger, 'shift'>
  readonly staff: Pick<StaffSession, 'approveReturn' | 'personId'>
  readonly audit: Pick<AuditTrail, 'add'>
  readonly cashStep: () => CashStep
  /** The number of the last bill that left the counter. */
  readonly lastNumber: () => string
  /** Whether the exchange's bill waits elsewhere, for a link or an answer: other exchanges go on meanwhile. */
  readonly isExchangeAside: (id: string) => boolean
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Plans a return, has it approved, and begins it: once, and as it was shown to the person. */
export function createBeginReturn(
  options: BeginReturnOptions & {
    readonly shell: Pick<ReturnsShell, 'all' | 'of' | 'unknownOf' | 'start'>
    /** Refused where less is left of their cards. @param more returns that are not in the list yet */
    readonly paymentsOf: (
      parts: Return['parts'],
      ...more: readonly CountedReturn[]
    ) => Promise<Result<readonly Payment[], CommandRefusal>>
  },
): (asked: Asked) => Promise<PosResult<'returns.begin'>> {
  const { book, shell, paymentsOf } = options
  const beginning = new Set<string>()

  /** The plan that the person was shown; null if what is left of the bill has changed since. */
  function planOf(
    bill: Bill,
    { lines, tips, total, store_credit, exchange = false }: Asked,
  ): { readonly paid: ReturnPlan; readonly plan: ReturnPlan } | null {
    const before = shell.of(bill.id)
    if (before.some(({ status }) => status === 'open')) return null
    const asked = { lines, tips }
    const paid = planReturn(bill, before, asked, options.cashStep())
    if (paid === null) return null
    if (exchange) {
      const isOneWaiting = shell.all().some((one) => isChoosing(one) && !options.isExchangeAside(one.id))
      const plan = isOneWaiting ? null : asExchange(bill, before, asked, options.cashStep())
      return plan === null || worthOf(plan.lines) !== total ? null : { paid, plan }
    }
    const plan = store_credit === undefined ? paid : asStoreCredit(paid, store_credit)
    return plan === null || returnCents(plan) !== total ? null : { paid, plan }
  }

  async function begin(asked: Asked): Promise<PosResult<'returns.begin'>> {
    const { number, total, reason, exchange = false, looked, pin = null } = asked
    const person_id = options.staff.personId()
    const sold = await book.find(number)
    if (sold === null) return refuse('not_found', `no bill ${number}`)
    const { bill } = sold
    const unknown = shell.unknownOf(bill.id)
    if (unknown !== null) return err(unknown)
    const planned = planOf(bill, asked)
    if (planned === null) return refuse('not_now', `what is left of ${number} has changed`)
    const { paid, plan } = planned
    const payments = await paymentsOf(paid.parts, { ...paid, id: '', status: 'open' })
    if (!payments.ok) return payments
    const isGivenBackBefore = async () =>
      isGivenBackBesides(payments.value, await tendersBehind(bill, book), shell.all())
    if (looked !== true && (await isGivenBackBefore())) {
      return refuse('part_given_back', `a card of ${number} was also refunded otherwise`)
    }
    const free = isUndoOfLast(sold, plan, payments.value, {
      lastNumber: options.lastNumber(),
      openedAt: options.ledger.shift().opened_at,
      now: options.now(),
    })
    const approved = free ? ok(nobodyAsked) : await options.staff.approveReturn(returnCents(plan), pin)
    const approved_by = approved.ok ? approved.value.by : null
    const id = options.newId()
    const done = approved.ok
      ? await shell.start({
          ...{ id, bill_id: bill.id, number: bill.number, currency: bill.currency },
          ...{ ...plan, parts: withGivenBack(plan.parts, payments.value) },
          ...{ reason, started_at: new Date(options.now()).toISOString(), status: 'open' },
          ...(exchange ? { exchange: { bill: null } } : {}),
          ...{ void_only: free, person_id, approved_by },
        })
      : approved
    // `looked`: the person was warned that a card had more back than is known here, and went on.
    const about = {
      bill: number,
      amount: total,
      return: id,
      ...(exchange && { exchange }),
      ...(looked && { looked }),
    }
    const role = free ? null : 'manager'
    const outcome = outcomeOf(done)
    options.audit.add({ role, person_id, approved_by, command: 'returns.begin', about, outcome })
    return done.ok ? ok({ return_id: id }) : done
  }

  return async (asked) => {
    // Only one exchange at a time waits for its other goods, whatever its sale.
    const names = asked.exchange === true ? [asked.number, 'exchange'] : [asked.number]
    if (names.some((name) => beginning.has(name))) {
      return refuse('not_now', 'it is already being started')
    }
    for (const name of names) beginning.add(name)
    try {
      return await begin(asked)
    } finally {
      for (const name of names) beginning.delete(name)
    }
  }
}
