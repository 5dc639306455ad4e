import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { TipOffer } from '../../src-shared/pos/sale/sale-events.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import type { Lazy } from '../async/open-lazily.ts'
import type { CashLedger } from '../cash/ledger.ts'
import type { CounterBase } from '../counter/counter-base.ts'
import type { CustomerService } from '../customers/customer-service.ts'
import type { GiftCards } from '../gift-cards/open-gift-cards.ts'
import type { LinkDriver } from '../links/drive-link.ts'
import type { LazySales } from '../sales/set-up-sales.ts'
import { showCounter } from '../snapshot/show-counter.ts'
import type { CounterTerminal } from '../terminal/counter-terminal.ts'
import { performEffect } from './effects.ts'
import type { SaleJournal } from './journal.ts'
import { createReceiptLoader } from './receipts.ts'
import { type SaleRunner, startSaleRunner } from './runner.ts'
import { createSeller } from './seller.ts'

/** The counter's sale, which continues where its journal ends, and is shown in the snapshot. */
export function setUpSale(
  base: CounterBase,
  parts: {
    readonly journal: SaleJournal
    readonly ledger: CashLedger
    readonly terminal: CounterTerminal
    readonly giftCards: GiftCards
    readonly sales: LazySales
    readonly customers: Lazy<[], CustomerService>
    readonly billLinks: LinkDriver
    /** The address of the bill's link. */
    readonly urlOf: (bill: Bill | null) => string | null
    readonly tips: () => TipOffer | null
    /** Called with the customer's progress at the terminal, and the intent it belongs to. */
    readonly onStep: (intentId: string, step: Progress) => void
  },
): SaleRunner {
  const { client, shop, settings, snapshot, selling, printing, now, log } = base
  const { terminal, giftCards, sales, customers } = parts
  const context = {
    client,
    terminal,
    receipts: createReceiptLoader({ client, shop, onPrinted: base.onPrinted, now, log }),
    tips: parts.tips,
    displayTips: base.display.tips,
    state: () => sale.state(),
    onStep: parts.onStep,
    language: base.language,
    seller: createSeller({ nameOf: base.nameOf, counter: () => settings.present().counter_name }),
    log,
  }
  const exchangeEnded = async (bill: Bill) => (await sales.open()).returns.exchangeEnded(bill)
  const sale = startSaleRunner({
    journal: parts.journal,
    perform: (effect, stopped) => performEffect({ ...context, stopped }, effect),
    book: parts.ledger.book,
    openDrawer: () => void printing.drawer.open(),
    followLink: parts.billLinks.follow,
    giftCards: giftCards.perform,
    exchange: (bill) =>
      void exchangeEnded(bill).catch((error: unknown) => log.error({ err: error }, 'sales.not_exchanged')),
    async file(bill, closedAt) {
      await giftCards.beforeFiling(bill)
      await exchangeEnded(bill)
      await (await sales.open()).book.file(bill, closedAt)
    },
    onCounter: showCounter({
      snapshot,
      selling,
      urlOf: parts.urlOf,
      onCharging: () => void customers.settled().then((open) => open?.stopAsking()),
      onPaid: (bill) => void printing.eachSale(bill.number, async () => (await sales.open()).onPaper(bill)),
    }),
    onParked(parked) {
      snapshot.update({ parked: [...parked] })
      selling.followParked(parked)
    },
    onUnreadable: (count) => snapshot.update({ unreadable_sales: count }),
    onUnsaved: (unsaved) => snapshot.update({ unsaved }),
    now,
    person: base.staff.personId,
    log,
  })
  return sale
}
