import { cashStepIn } from '../../src-shared/pos/bill/cash.ts'
import { isExchangeAside } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { type Lazy, openLazily } from '../async/open-lazily.ts'
import type { CashLedger } from '../cash/ledger.ts'
import type { CounterBase } from '../counter/counter-base.ts'
import type { GiftCards } from '../gift-cards/open-gift-cards.ts'
import type { SaleRunner } from '../sale/runner.ts'
import type { CounterTerminal } from '../terminal/counter-terminal.ts'
import type { SalesService } from './sales-service.ts'

export type LazySales = Lazy<[], SalesService>

/** Sold bills and returns, opened when they are first needed. */
export const setUpSales = (
  base: CounterBase,
  parts: {
    readonly ledger: CashLedger
    /** What is set up after the sales. */
    readonly later: () => {
      readonly terminal: CounterTerminal
      readonly sale: SaleRunner
      readonly giftCards: GiftCards
    }
  },
): LazySales =>
  openLazily(async () => {
    const { openSalesService } = await import('./sales-service.ts')
    const { accountId, paths, client, shop, settings, snapshot, printing, newId, now, log } = base
    const { terminal, sale, giftCards } = parts.later()
    return openSalesService({
      paths: { bills: paths.soldBills(accountId), returns: paths.returns(accountId) },
      receipts: {
        client,
        terminal,
        shop,
        printer: base.printer,
        printHere: printing.print,
        paper: base.paper,
        newId: () => newId('request'),
        log,
      },
      ledger: parts.ledger,
      drawer: printing.drawer,
      present: sale.bill,
      lastNumber: sale.numbers.last,
      isFiling: (number) => sale.unfiled().includes(number),
      exchangeState: sale.exchangeState,
      isExchangeAside: (id) => isExchangeAside(snapshot.present(), id),
      staff: base.staff,
      audit: base.audit,
      manager: base.manager,
      cashStep: () => cashStepIn(snapshot.present().currency, settings.present()),
      giftCards: giftCards.open,
      onReturns: (returns) => snapshot.update({ returns: [...returns] }),
      onUnreadable: (lines) => snapshot.update({ unreadable_returns: lines }),
      newId: () => newId('return'),
      now,
      log,
    })
  })
