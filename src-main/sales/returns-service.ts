import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type { CashStep } from '../../src-shared/pos/bill/cash.ts'
import type { PosCommandName, PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { CommandRefusal } from '../../src-shared/pos/refusals.ts'
import { asExchange } from '../../src-shared/pos/returns/exchange.ts'
import type { CountedReturn, Return, ReturnPart } from '../../src-shared/pos/returns/return.ts'
import {
  currentPart,
  isRefusedForMore,
  partCents,
  returnCents,
} from '../../src-shared/pos/returns/return-sums.ts'
import {
  type ReturnEffect,
  type ReturnEvent,
  returnTransition,
} from '../../src-shared/pos/returns/return-transition.ts'
import { asStoreCredit, planReturn, type ReturnPlan } from '../../src-shared/pos/returns/returnable.ts'
import { isChoosing, worthOf } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { Drawer } from '../cash/drawer.ts'
import type { CashLedger } from '../cash/ledger.ts'
import type { GiftCardService } from '../gift-cards/gift-card-service.ts'
import { createTurns } from '../in-turn.ts'
import type { Log } from '../log.ts'
import { type Approval, type Approved, nobodyAsked } from '../staff/approval.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { CardReturns } from './card-returns.ts'
import { createExchanges, type Exchanges } from './exchanges.ts'
import { isGivenBackBesides, leftOfPayments, tendersBehind, withGivenBack } from './left-of-payments.ts'
import { notSaved } from './not-saved.ts'
import { createReturnEffects } from './return-effects.ts'
import type { ReturnsJournal } from './returns-journal.ts'
import type { SalesBook } from './sales-book.ts'
import { isUndoOfLast } from './undo-of-last.ts'

/**
 * The durable shell around what goes back to customers: next state, journal, then what follows from it. Cards are given
 * back by the manager's actions, each under its own name, so that none is sent twice; cash by the drawer's ledger.
 */
export interface ReturnsService extends Exchanges {
  of(billId: string): readonly Return[]
  begin(asked: PosCommandPayload<'returns.begin'>): Promise<PosResult<'returns.begin'>>
  /** @param pin where more had gone back of the card: null when none was typed */
  retry(id: string, pin: string | null): Promise<Result<null, CommandRefusal>>
  inCash(id: string, pin: string | null): Promise<Result<null, CommandRefusal>>
  handedBack(id: string): Promise<Result<null, CommandRefusal>>
  cancel(id: string): Promise<Result<null, CommandRefusal>>
  /** A person has seen how it ended. */
  acknowledge(id: string): Result<null, CommandRefusal>
  /** A person knows of the lines that cannot be read. */
  acknowledgeUnreadable(): Promise<Result<null, CommandRefusal>>
  stop(): Promise<void>
}

export interface ReturnsOptions {
  readonly journal: ReturnsJournal
  readonly book: Pick<SalesBook, 'find'>
  readonly ledger: Pick<CashLedger, 'book' | 'shift'>
  readonly drawer: Drawer
  readonly staff: Pick<StaffSession, 'approveReturn' | 'personId'>
  readonly audit: Pick<AuditTrail, 'add'>
  /** Null while it is not known whose counter this is. */
  readonly manager: () => Promise<CardReturns | null>
  readonly cashStep: () => CashStep
  readonly giftCards: () => Promise<Pick<GiftCardService, 'put'>>
  /** The number of the bill that left the counter last. */
  readonly lastNumber: () => string
  /** What a bill that has not been filed has of this return as a tender; null where none has. */
  readonly exchangeState: (id: string) => ExchangeTender['status'] | null
  /** Its bill waits elsewhere, for a link or an answer: others go on meanwhile. */
  readonly isExchangeAside: (id: string) => boolean
  readonly onReturns: (shown: readonly Return[]) => void
  readonly onUnreadable: (lines: number) => void
  readonly newId: () => string
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Before what could not be written, or asked, is tried again, ms. */
  readonly retryMs?: number
  readonly log: Log
}

export function startReturns(options: ReturnsOptions): ReturnsService {
  const { journal, book, log, retryMs = 2_000 } = options
  const all = new Map(journal.found.map((one) => [one.id, one]))
  /** Ended, and not put away yet. */
  const unseen = new Set<string>()
  const beginning = new Set<string>()
  /** Bills of which it is not known what stands in the journal. */
  const unsaved = new Set<string>()
  let damaged = journal.damaged
  let stopped = false
  /** One change at a time: each is in the journal before the next is made of it. */
  const { inTurn, settled } = createTurns()

  const at = () => new Date(options.now()).toISOString()
  const shown = () => [...all.values()].filter(({ id, status }) => status === 'open' || unseen.has(id))
  const find = (id: string) => all.get(id)
  const partOf = (id: string) => {
    const one = all.get(id)
    return one === undefined ? null : currentPart(one)
  }
  const of = (billId: string) => [...all.values()].filter(({ bill_id }) => bill_id === billId)
  const pause = () => new Promise((resolve) => setTimeout(resolve, retryMs).unref())

  function show(one: Return): void {
    all.set(one.id, one)
    // Where all of it was taken in exchange, the bill of the other goods has said it.
    const isExchanged = one.parts.length > 0 && one.parts.every(({ kind }) => kind === 'exchange')
    if (one.status === 'done' && !isExchanged) unseen.add(one.id)
    options.onReturns(shown())
  }

  /** What a person asks for happens only when it is in the journal. */
  const ask = (id: string, event: ReturnEvent): Promise<Result<null, CommandRefusal>> =>
    inTurn(async () => {
      const before = all.get(id)
      if (before !== undefined && unsaved.has(before.bill_id)) return err(notSaved)
      const isHeld = event.kind === 'cancel' && options.exchangeState(id) === 'paid'
      const { next, effects } = before === undefined || isHeld ? nothing : returnTransition(before, event)
      if (next === null || next === before) return err({ code: 'not_now', message: `${event.kind} of ${id}` })
      try {
        await journal.write(next, at())
      } catch (error) {
        return notWritten(before ?? next, error)
      }
      log.info({ event: event.kind, return: id, status: next.status }, 'sales.return')
      show(next)
      // Of an exchange that is found again beside a line that was lost, what goes back may have gone already.
      const isOutdated = event.kind === 'exchanged' && isUnreadable(next.bill_id)
      for (const effect of effects) follow(id, effect, isOutdated)
      return ok(null)
    })

  const isUnreadable = (billId: string) =>
    damaged.some(({ bill_id }) => bill_id === null || bill_id === billId)

  /** Why nothing may be begun for this bill, or asked for anew, by what is known of it. */
  function unknownOf(billId: string): CommandRefusal | null {
    if (unsaved.has(billId)) return notSaved
    return isUnreadable(billId)
      ? { code: 'records_unreadable', message: `what went back of ${billId} is not known` }
      : null
  }

  const known = async <Value>(id: string, act: () => Promise<Result<Value, CommandRefusal>>) => {
    const refused = unknownOf(all.get(id)?.bill_id ?? '')
    return refused === null ? act() : err(refused)
  }

  /**
   * The line may be on the disk all the same, and the next start would go on from it: nothing begins anew before one
   * after it is there that takes it back.
   */
  function notWritten(before: Return, error: unknown): Result<null, CommandRefusal> {
    log.error({ err: error, return: before.id }, 'sales.return_not_written')
    unsaved.add(before.bill_id)
    void takeBack(before)
    return err(notSaved)
  }

  async function takeBack(before: Return): Promise<void> {
    while (!stopped) {
      const isWritten = await journal.write(before, at()).then(
        () => true,
        () => false,
      )
      if (isWritten) return void unsaved.delete(before.bill_id)
      await pause()
    }
  }

  /** What has happened stands, and is written as soon as it can be. */
  async function record(id: string, event: ReturnEvent): Promise<void> {
    while (!stopped) {
      const done = await ask(id, event)
      if (done.ok || done.error.code === 'not_now') return
      await pause()
    }
  }

  const carryOut = createReturnEffects({ ...options, find, record, isStopped: () => stopped, pause })
  /** @param isOutdated what has followed is not known: nothing is sent, only looked up */
  const follow = (id: string, effect: ReturnEffect, isOutdated = false): void =>
    void carryOut(id, effect, isOutdated).catch((error: unknown) =>
      log.error({ err: error, return: id, effect: effect.kind }, 'sales.return_effect_failed'),
    )

  /** @param more what is not among the returns yet */
  const paymentsOf = (parts: readonly ReturnPart[], ...more: readonly CountedReturn[]) =>
    leftOfPayments(parts, [...all.values(), ...more], options.manager)

  const isGivenBackBefore = async (payments: readonly Payment[], bill: Bill): Promise<boolean> =>
    isGivenBackBesides(payments, await tendersBehind(bill, book), [...all.values()])

  async function begin(asked: PosCommandPayload<'returns.begin'>): Promise<PosResult<'returns.begin'>> {
    const { number, lines, tips, total, reason, store_credit, exchange = false, looked, pin = null } = asked
    const person_id = options.staff.personId()
    const sold = await book.find(number)
    if (sold === null) return err({ code: 'not_found', message: `no bill ${number}` } as const)
    const { bill } = sold
    const unknown = unknownOf(bill.id)
    if (unknown !== null) return err(unknown)
    const paid = planReturn(bill, of(bill.id), { lines, tips }, options.cashStep())
    const plan = exchange
      ? asExchange(bill, of(bill.id), { lines, tips }, options.cashStep())
      : paid === null || store_credit === undefined
        ? paid
        : asStoreCredit(paid, store_credit)
    if (
      paid === null ||
      plan === null ||
      (exchange ? worthOf(plan.lines) : returnCents(plan)) !== total ||
      (exchange && [...all.values()].some((one) => isChoosing(one) && !options.isExchangeAside(one.id))) ||
      of(bill.id).some(({ status }) => status === 'open')
    ) {
      return err({ code: 'not_now', message: `${number} has something else left` } as const)
    }
    const payments = await paymentsOf(paid.parts, { ...paid, id: '', status: 'open' })
    if (!payments.ok) return payments
    if (looked !== true && (await isGivenBackBefore(payments.value, bill))) {
      return err({ code: 'part_given_back', message: `a card of ${number} has had money back besides` })
    }
    const free = isUndoOfLast(sold, plan, payments.value, {
      lastNumber: options.lastNumber(),
      openedAt: options.ledger.shift().opened_at,
      now: options.now(),
    })
    const approved = free ? ok(nobodyAsked) : await options.staff.approveReturn(returnCents(plan), pin)
    const id = options.newId()
    const done = approved.ok
      ? await start({
          ...newReturn(id, bill, { ...plan, parts: withGivenBack(plan.parts, payments.value) }, reason),
          ...(exchange ? { exchange: { bill: null } } : {}),
          void_only: free,
          person_id,
          approved_by: approved.value.by,
        })
      : approved
    const outcome = done.ok ? 'done' : done.error.code
    // `looked`: it was said that a card had more back than is known here, and it was gone on with.
    const about = {
      bill: number,
      amount: total,
      return: id,
      ...(exchange && { exchange }),
      ...(looked && { looked }),
    }
    const approved_by = approved.ok ? approved.value.by : null
    const role = free ? null : 'manager'
    options.audit.add({ role, person_id, approved_by, command: 'returns.begin', about, outcome })
    return done.ok ? ok({ return_id: id }) : done
  }

  async function giveInCash(id: string, pin: string | null): Promise<Approved> {
    const part = partOf(id)
    if (part === null || part.kind === 'cash' || part.state !== 'refused') {
      return err({ code: 'not_now', message: `no card of ${id} was refused` })
    }
    const payments = await paymentsOf([part])
    if (!payments.ok) return payments
    const approved = await options.staff.approveReturn(partCents(part), pin)
    if (!approved.ok) return approved
    const done = await ask(id, { kind: 'in_cash', step: options.cashStep() })
    return done.ok ? approved : done
  }

  /** A card that had money back besides is asked about by a manager, as it would have been before. */
  async function tryAgain(id: string, pin: string | null): Promise<Result<Approval | null, CommandRefusal>> {
    const part = partOf(id)
    const approved =
      part !== null && isRefusedForMore(part)
        ? await options.staff.approveReturn(partCents(part), pin)
        : ok(null)
    if (!approved.ok) return approved
    const done = await ask(id, { kind: 'retry' })
    return done.ok ? approved : done
  }

  /** Whose hand money went through, or who asked a bank again, is asked about one day. */
  async function audited(
    command: PosCommandName & `returns.${string}`,
    id: string,
    act: () => Promise<Result<Approval | null, CommandRefusal>>,
  ): Promise<Result<null, CommandRefusal>> {
    const person_id = options.staff.personId()
    const part = partOf(id)
    const looked = command === 'returns.retry' && part !== null && isRefusedForMore(part)
    const done = await act()
    const outcome = done.ok ? 'done' : done.error.code
    const about = {
      return: id,
      bill: all.get(id)?.number ?? '',
      amount: part === null ? 0 : partCents(part),
      ...(looked && { looked }),
    }
    // These are approved for themselves; the others go on with a return that was.
    const role = command === 'returns.in_cash' || looked ? 'manager' : null
    const approved_by = done.ok ? (done.value?.by ?? null) : null
    options.audit.add({ role, person_id, approved_by, command, about, outcome })
    return done.ok ? ok(null) : done
  }

  const newReturn = (
    id: string,
    bill: Bill,
    plan: ReturnPlan,
    reason: string,
  ): Omit<Return, 'person_id' | 'approved_by'> => ({
    id,
    bill_id: bill.id,
    number: bill.number,
    currency: bill.currency,
    ...plan,
    reason,
    started_at: at(),
    status: 'open',
  })

  const start = (one: Return): Promise<Result<null, CommandRefusal>> =>
    inTurn(async () => {
      const { next, effects } = returnTransition(one, { kind: 'begin' })
      try {
        await journal.write(next, at())
      } catch (error) {
        return notWritten({ ...one, status: 'cancelled' }, error)
      }
      show(next)
      for (const effect of effects) follow(one.id, effect)
      return ok(null)
    })

  for (const one of all.values()) {
    const { effects } = returnTransition(one, { kind: 'restarted' })
    const isOutdated = damaged.some(({ return_id }) => return_id === null || return_id === one.id)
    for (const effect of effects) follow(one.id, effect, isOutdated)
  }
  options.onReturns(shown())
  options.onUnreadable(damaged.length)
  return {
    of,
    async begin(asked) {
      // One exchange waits for its other goods, of whichever sale.
      const names = asked.exchange === true ? [asked.number, 'exchange'] : [asked.number]
      if (names.some((name) => beginning.has(name))) {
        return err({ code: 'not_now', message: 'it is being begun' })
      }
      for (const name of names) beginning.add(name)
      try {
        return await begin(asked)
      } finally {
        for (const name of names) beginning.delete(name)
      }
    },
    retry: (id, pin) => audited('returns.retry', id, () => known(id, () => tryAgain(id, pin))),
    inCash: (id, pin) => audited('returns.in_cash', id, () => known(id, () => giveInCash(id, pin))),
    handedBack: (id) => audited('returns.handed_back', id, () => ask(id, { kind: 'handed_back', at: at() })),
    cancel: (id) => audited('returns.cancel', id, () => ask(id, { kind: 'cancel' })),
    ...createExchanges({ ...options, inTurn, find, of, unknownOf, paymentsOf, start, record }),
    acknowledge(id) {
      if (!unseen.delete(id)) return err({ code: 'not_now', message: `${id} has not ended` })
      options.onReturns(shown())
      return ok(null)
    },
    async acknowledgeUnreadable() {
      if (damaged.length === 0) return err({ code: 'not_now', message: 'every line can be read' })
      await journal.acknowledgeDamaged(at())
      log.warn({ lines: damaged.length }, 'sales.returns_acknowledged')
      damaged = []
      options.onUnreadable(0)
      return ok(null)
    },
    async stop() {
      stopped = true
      await settled()
      await journal.close()
    },
  }
}

const nothing = { next: null, effects: [] } as const
