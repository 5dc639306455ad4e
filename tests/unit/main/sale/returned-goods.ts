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
  /** The bill that the windows show. */
  shownBill(): Bill | null
  /** Writes to a file of its own. */
  file(write: () => void): Promise<void>
  /** Sends a request to the service. @param arrive carries it out @returns its answer, which may be late */
  asked<Answer>(arrive: (roll: number) => Answer): Promise<Answer>
  now(): number
}

/** Returns at the counter: the real returns service on a file that may fail. */
export class ReturnedGoods {
  service!: ReturnsService
  /** The returns that the windows show. */
  shown: readonly Return[] = []
  /** The returns on the disk, by id. */
  readonly durable = new Map<string, Return>()
  private readonly around: AroundReturns
  private ids = 0

  constructor(around: AroundReturns) {
    this.around = around
  }

  /** Starts the service from the file, next to a runner that has started. */
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

  /** Stops the service, as a power failure does. */
  stop(): void {
    void this.service.stop()
  }

  /** The exchange for which goods are being chosen, or null. */
  waiting = (): Return | null =>
    waitingExchange({ returns: this.shown, bill: this.around.shownBill(), ...this.beside() })
  isWaiting = (): boolean => this.waiting() !== null

  isOver = (): boolean => [...this.shown, ...this.durable.values()].every(({ status }) => status !== 'open')

  sold = (): readonly Bill[] => [...this.around.book.values()]

  /** Cents refunded to customers. */
  givenBack = (): number =>
    [...this.durable.values()]
      .flatMap(({ status, parts }) => (status === 'cancelled' ? [] : parts))
      .reduce((sum, part) => (part.kind === 'exchange' ? sum : sum + partCents(part)), 0)

  /** Checks that each exchange paid for one bill, which its return names, and that every return was paid in full. */
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

/** A promise for calls of a counter that no longer runs. */
const never = new Promise<never>(() => undefined)
