import { holdsMoney } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { isCashMoving, isReturning } from '../../src-shared/pos/returns/return-sums.ts'
import type { Progress } from '../../src-shared/terminal/progress.ts'
import { createDrawerService } from '../cash/drawer-service.ts'
import { openLedger } from '../cash/ledger.ts'
import { receiptAddressIn } from '../customer-display/receipt-address-in.ts'
import { setUpCustomers } from '../customers/set-up-customers.ts'
import { isThere } from '../files/is-there.ts'
import { openGiftCards } from '../gift-cards/open-gift-cards.ts'
import { followBillLinks } from '../links/bill-links.ts'
import { openLinks } from '../links/open-links.ts'
import { setUpReports } from '../reports/set-up-reports.ts'
import { openJournal } from '../sale/journal.ts'
import { seriesInService } from '../sale/numbering/series-in-service.ts'
import { setUpSale } from '../sale/set-up-sale.ts'
import { startWatches } from '../sale/watches.ts'
import { setUpSales } from '../sales/set-up-sales.ts'
import { tipOffer } from '../settings/settings.ts'
import { counterIdentity } from '../terminal/identity.ts'
import { setUpTerminal } from '../terminal/set-up-terminal.ts'
import type { Counter, CounterOptions } from './counter.ts'
import { counterBase } from './counter-base.ts'

export async function openCounter(options: CounterOptions): Promise<Counter> {
  const base = counterBase(options)
  const { accountId, client, language, paths, settings, snapshot, staff, now, log } = base
  const elsewhere = () => seriesInService(client)
  const ledger = await openLedger(
    paths.drawer(accountId),
    (shift, damaged) => snapshot.update({ drawer: { shift, damaged } }),
    log,
  )
  // A failed attempt is repeated, perhaps for days: what can fail comes before all that goes on working once it is open.
  const journal = await openJournal(paths.sales(accountId), log, elsewhere)
  const links = await openLinks({
    ...{ client, language, now, log },
    path: paths.links(accountId),
    onLinks: (shown) => snapshot.update({ links: [...shown] }),
    onUnreadable: (count) => snapshot.update({ unreadable_links: count }),
  }).catch(async (error: unknown) => {
    await journal.close()
    throw error
  })
  const sales = setUpSales(base, { ledger, later: () => ({ terminal, sale, giftCards }) })
  const billOf = async (number: string) => (await (await sales.open()).book.find(number))?.bill ?? null
  const identity = counterIdentity(paths.counterId(accountId), settings)
  const giftCards = await openGiftCards({
    ...{ client, shop: base.shop, paper: base.paper, log },
    path: paths.giftCards(accountId),
    sale: () => sale,
    printer: base.onPaperElsePdf,
    sales: { billOf, nameOf: base.nameOf },
    onStatus: (status) => snapshot.update({ gift_cards: status }),
  })
  const onStep = (intent_id: string | null, step: Progress) =>
    void sale.dispatch({ kind: 'progress', intent_id, step })
  const terminal = setUpTerminal(base, {
    identity,
    onServiceUp: giftCards.serviceIsUp,
    onStep,
  })
  const customers = setUpCustomers(base, terminal)
  // Tips are offered only where there is a screen on which the customer can answer.
  const tips = () => (terminal.hasScreen() || options.display.isShown() ? tipOffer(settings.present()) : null)
  const urlOf = (bill: Bill | null) => (bill?.link ? billLinks.urlOf(bill.link.id) : null)
  const billLinks = followBillLinks({
    ...{ client, language, log },
    sale: () => sale,
    onUrls: () => snapshot.update({ bill_link_url: urlOf(sale.bill()) }),
  })
  const sale = setUpSale(base, {
    journal,
    ledger,
    terminal,
    giftCards,
    sales,
    customers,
    billLinks,
    urlOf,
    tips,
    onStep,
  })
  const watches = startWatches({
    ...{ sale, client, elsewhere, audit: options.audit, log },
    parked: () => snapshot.present().parked,
    onUnknown: (ids) => snapshot.update({ given_back_unknown: [...ids] }),
    paths: {
      journal: paths.sales(accountId),
      drawer: paths.drawer(accountId),
      soldBills: paths.soldBills(accountId),
    },
  })
  const isMoving = () => {
    const bill = sale.bill()
    return (
      sale.unbooked() > 0 || (bill !== null && holdsMoney(bill)) || isCashMoving(snapshot.present().returns)
    )
  }
  const reports = setUpReports(base, { ledger, sale, sales, watches, isMoving })
  const drawer = createDrawerService({
    ...{ ledger, drawer: options.printing.drawer, staff, isMoving, now },
    isBlind: () => settings.present().blind_count,
    isSoldHere: async (number) => (await billOf(number.toUpperCase())) !== null,
    newId: () => options.newId('cash'),
  })
  // Unfinished returns are resumed from the last run. A failure here must not stop the counter from selling.
  if (await isThere(paths.returns(accountId))) {
    await sales.open().catch((error: unknown) => log.error({ err: error }, 'sales.not_opened'))
  }
  return {
    ...{ terminal, identity, tips, drawer, sale, links },
    customers: customers.open,
    giftCards: giftCards.open,
    sales: sales.open,
    reports: reports.open,
    compareNumbers: watches.compareNumbers,
    receiptAddress: (receipt) => receiptAddressIn(client, receipt),
    async recordParked(asked) {
      const { recordParked } = await import('../sale/record-parked.ts')
      const author = () => snapshot.present().staff.people?.present?.name ?? null
      const parked = () => snapshot.present().parked
      return recordParked({ client, sale, parked, author, now }, asked)
    },
    isReturning: (intentId) => isReturning(snapshot.present().returns, intentId),
    async stop() {
      sale.stop()
      watches.stop()
      links.stop()
      billLinks.stop()
      await giftCards.stop()
      await (await sales.end())?.stop()
      await terminal.stop()
      await journal.close()
      await ledger.close()
    },
  }
}
