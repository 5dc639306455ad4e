import type { SaleRunner } from '../../../../src-main/sale/runner.ts'
import { type ReturnsService, startReturns } from '../../../../src-main/sales/returns-service.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import type { CashEntry } from '../../../../src-shared/pos/cash/cash-entry.ts'
import { emptyShift } from '../../../../src-shared/pos/cash/shift.ts'
import type { ParkedSale } from '../../../../src-shared/pos/parked/parked-sale.ts'
import type { Return } from '../../../../src-shared/pos/returns/return.ts'
import { partCents } from '../../../../src-shared/pos/returns/return-sums.ts'
import {
  isExchangeAside,
  waitingExchange,
  worthOf,
} from '../../../../src-shared/pos/returns/waiting-exchange.ts'
import { ok } from '../../../../src-shared/result.ts'
import { quietLog } from '../support/service.ts'
import type { BankWithTerminal } from './bank-with-terminal.ts'
import type { GiftCardLedger } from './gift-card-ledger.ts'

interface AroundReturns {
  readonly runner: SaleRunner
  readonly parked: readonly ParkedSale[]
  readonly bank: BankWithTerminal
  readonly giftCards: GiftCardLedger
  readonly book: ReadonlyMap<string, Bill>
  readonly drawer: Map<string, CashEntry>
  /** As the windows show it. */
  shownBill(): Bill | null
  /** Writes into a file of its own. */
  file(write: () => void): Promise<void>
  /** Asks the service. @param arrive what it does there @returns its answer, late */
  asked<Answer>(arrive: (roll: number) => Answer): Promise<Answer>
  now(): number
}

/** What customers bring back at the counter: the real service of returns on a file that fails now and then. */
export class ReturnedGoods {
  service!: ReturnsService
  /** As the windows show them. */
  shown: readonly Return[] = []
  /** As they are on the disk. */
  readonly durable = new Map<string, Return>()
  private readonly around: AroundReturns
  private ids = 0

  constructor(around: AroundReturns) {
    this.around = around
  }

  /** From the file on, beside a runner that has started. */
  start(isPresent: () => boolean): void {
    const { around } = this
    const file: AroundReturns['file'] = (write) => (isPresent() ? around.file(write) : never)
    const asked: AroundReturns['asked'] = (arrive) => (isPresent() ? around.asked(arrive) : never)
    this.service = startReturns({
      journal: {
        found: JSON.parse(JSON.stringify([...this.durable.values()])),
        damaged: [],
        unreadable: [],
        all: () => [],
        write: (one) => file(() => this.durable.set(one.id, JSON.parse(JSON.stringify(one)))),
        acknowledgeDamaged: async () => undefined,
        close: async () => undefined,
      },
      book: {
        find: async (number) => {
          const bill = around.book.get(number)
          return bill === undefined ? null : { bill, closed_at: bill.opened_at }
        },
      },
      ledger: {
        shift: () => emptyShift,
        book: (entry) => file(() => around.drawer.set(entry.id, entry)),
      } as Parameters<typeof startReturns>[0]['ledger'],
      drawer: { open: async () => ok(null) },
      lastNumber: () => around.runner.numbers.last(),
      exchangeState: (id) => around.runner.exchangeState(id),
      isExchangeAside: (id) => isExchangeAside(this.beside(), id),
      staff: { approveReturn: async () => approvedUnless(null), personId: () => null },
      audit: { add: () => undefined },
      manager: async () => ({
        giveBack: ({ id, payment_id, amount }) =>
          asked((roll) => {
            const isDone = around.bank.refund(id, payment_id, amount, roll)
            return isDone
              ? ({ end: 'done', how: 'refund', detail: '' } as const)
              : ({ end: 'refused', how: null, detail: 'no' } as const)
          }),
        paymentNow: async ({ payment_id }) => ok(around.bank.paymentOf(payment_id)),
        dismiss: async () => undefined,
      }),
      giftCards: async () => ({
        put: ({ reference, amount }) =>
          asked(() => {
            around.giftCards.put(reference, amount)
            return { kind: 'done', card_id: 'gc_1', last_four: 'ABCD' } as const
          }),
      }),
      cashStep: () => 1,
      onReturns: (shown) => {
        if (isPresent()) this.shown = shown
      },
      onUnreadable: () => undefined,
      newId: () => `ret_${++this.ids}`,
      now: () => around.now(),
      retryMs: 2_000,
      log: quietLog,
    })
  }

  /** The power fails. */
  stop(): void {
    void this.service.stop()
  }

  /** An exchange whose other goods are chosen now. */
  waiting = (): Return | null =>
    waitingExchange({ returns: this.shown, bill: this.around.shownBill(), ...this.beside() })
  isWaiting = (): boolean => this.waiting() !== null

  isOver = (): boolean => [...this.shown, ...this.durable.values()].every(({ status }) => status !== 'open')

  sold = (): readonly Bill[] => [...this.around.book.values()]

  /** What has gone back to customers, cents. */
  givenBack = (): number =>
    [...this.durable.values()]
      .flatMap(({ status, parts }) => (status === 'cancelled' ? [] : parts))
      .reduce((sum, part) => (part.kind === 'exchange' ? sum : sum + partCents(part)), 0)

  /** What pays other goods has paid one bill, and its return knows which; all that came back was paid for. */
  check(violations: string[]): void {
    const used = [...this.around.book.values()].flatMap(({ number, tenders }) =>
      tenders.flatMap((one) =>
        one.kind === 'exchange' && one.status === 'paid' ? [{ id: one.id, number }] : [],
      ),
    )
    for (const { id, status, lines, parts, exchange } of this.durable.values()) {
      const paid = parts.reduce((sum, { goods }) => sum + goods, 0)
      if (status === 'done' && paid !== worthOf(lines)) violations.push(`${id} has given back ${paid}`)
      const numbers = used.filter((one) => one.id === id).map(({ number }) => number)
      if (numbers.join() !== (exchange?.bill ?? ''))
        violations.push(`${id} has paid ${numbers.join()}, and says ${exchange?.bill}`)
    }
    for (const { id, number } of used)
      if (!this.durable.has(id)) violations.push(`${number} is paid by ${id}, which is not written down`)
  }

  private beside() {
    const { runner, parked } = this.around
    return { aside: runner.aside(), parked }
  }
}

/** Nobody waits for it any more. */
const never = new Promise<never>(() => undefined)
