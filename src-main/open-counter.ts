import { holdsMoney, isUntouched } from '../src-shared/pos/bill/balance.ts'
import type { Bill } from '../src-shared/pos/bill/bill.ts'
import { cashStepIn } from '../src-shared/pos/bill/cash.ts'
import { isCashMoving, isReturning } from '../src-shared/pos/returns/return-sums.ts'
import { isExchangeAside } from '../src-shared/pos/returns/waiting-exchange.ts'
import { isUnderWay } from '../src-shared/pos/sale/under-way.ts'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'
import { shopOf } from '../src-shared/receipt/shop-of.ts'
import type { Progress } from '../src-shared/terminal/progress.ts'
import { createDrawerService } from './cash/drawer-service.ts'
import { openLedger } from './cash/ledger.ts'
import type { Counter, CounterOptions } from './counter.ts'
import { receiptAddressIn } from './customer-display/receipt-address-in.ts'
import { openGiftCards } from './gift-cards/open-gift-cards.ts'
import { isThere } from './is-there.ts'
import { followBillLinks } from './links/bill-links.ts'
import { openLinks } from './links/open-links.ts'
import { openLazily } from './open-lazily.ts'
import type { ReceiptPrinter } from './printing/receipt-printer.ts'
import { performEffect } from './sale/effects.ts'
import { openJournal } from './sale/journal.ts'
import { cancelLeftPrompt } from './sale/left-prompt.ts'
import { seriesInService } from './sale/numbering/series-in-service.ts'
import { createReceiptLoader } from './sale/receipts.ts'
import { startSaleRunner } from './sale/runner.ts'
import { createSeller } from './sale/seller.ts'
import { startWatches } from './sale/watches.ts'
import { jsonFile } from './settings/json-file.ts'
import { tipOffer } from './settings/settings.ts'
import type { SnapshotPublisher } from './snapshot/publisher.ts'
import { showCounter } from './snapshot/show-counter.ts'
import { startTerminalConnection } from './terminal/connection.ts'
import { createCounterTerminal } from './terminal/counter-terminal.ts'
import { counterIdentity } from './terminal/identity.ts'
import { terminalSessionSchema } from './terminal/session.ts'
import { createSessionFile } from './terminal/session-file.ts'

export async function openCounter(options: CounterOptions): Promise<Counter> {
  const { accountId, access, paths, snapshot, log } = options
  const client = () => access()?.client ?? null
  const elsewhere = () => seriesInService(client)
  const [journal, ledger] = await Promise.all([
    openJournal(paths.sales(accountId), log, elsewhere),
    openLedger(
      paths.drawer(accountId),
      (shift, damaged) => snapshot.update({ drawer: { shift, damaged } }),
      log,
    ),
  ])
  const { drawer } = options.printing
  const shop = () => shopOf(snapshot.present())
  // The list of people may load late: the name is first needed when the first sale ends.
  const nameOf = (id: string): string | null => {
    const { people } = snapshot.present().staff
    const known = [...(people?.managed?.people ?? []), ...(people?.shown ?? [])]
    return known.find((person) => person.id === id)?.name ?? null
  }
  /** Prints on paper; makes a PDF only where there is no paper printer. */
  const onPaperElsePdf: ReceiptPrinter = {
    print: async (job) =>
      (await options.printing.print({ ...job, complete: null })) || options.printer.print(job),
  }
  const sales = openLazily(async () => {
    const { openSalesService } = await import('./sales/sales-service.ts')
    return openSalesService({
      paths: { bills: paths.soldBills(accountId), returns: paths.returns(accountId) },
      receipts: {
        client,
        terminal,
        shop,
        printer: options.printer,
        printHere: options.printing.print,
        paper: () => options.settings.present().paper,
        newId: () => options.newId('request'),
        log,
      },
      ledger,
      drawer,
      present: () => sale.bill(),
      lastNumber: () => sale.numbers.last(),
      isFiling: (number) => sale.unfiled().includes(number),
      exchangeState: (id) => sale.exchangeState(id),
      isExchangeAside: (id) => isExchangeAside(snapshot.present(), id),
      staff: options.staff,
      audit: options.audit,
      manager: options.manager,
      cashStep: () => cashStepIn(snapshot.present().currency, options.settings.present()),
      giftCards: giftCards.open,
      onReturns: (returns) => snapshot.update({ returns: [...returns] }),
      onUnreadable: (lines) => snapshot.update({ unreadable_returns: lines }),
      newId: () => options.newId('return'),
      now: options.now,
      log,
    })
  })
  const identity = counterIdentity(paths.counterId(accountId), options.settings)
  const giftCards = await openGiftCards({
    path: paths.giftCards(accountId),
    client,
    sale: () => sale,
    shop,
    printer: onPaperElsePdf,
    paper: () => options.settings.present().paper,
    sales: {
      billOf: async (number) => (await (await sales.open()).book.find(number))?.bill ?? null,
      nameOf,
    },
    onStatus: (status) => snapshot.update({ gift_cards: status }),
    log,
  })
  const openSessionFile = createSessionFile(
    jsonFile(paths.terminalSession(accountId), terminalSessionSchema.nullable(), null),
  )
  const followTerminal = cancelLeftPrompt({
    counter: snapshot.present,
    cancel: () => terminal.cancel(),
    now: options.now,
  })
  const terminal = createCounterTerminal({
    first: options.hsn,
    onStatus: (status) => snapshot.update({ terminal: status }),
    open: (hsn, isPresent) =>
      startTerminalConnection({
        access,
        hsn: () => hsn,
        sessionFile: openSessionFile(),
        identity,
        now: options.now,
        onStatus(status) {
          if (!isPresent()) return
          snapshot.update({ terminal: status })
          followTerminal(status)
        },
        onService(status) {
          publishService(snapshot, status)
          if (status.kind === 'ready') giftCards.serviceIsUp()
        },
        onProgress: ({ payment_intent_id, step }) => onStep(payment_intent_id, step),
        log,
      }),
  })
  function onStep(intent_id: string | null, step: Progress): void {
    sale.dispatch({ kind: 'progress', intent_id, step })
  }
  const receipts = createReceiptLoader({ client, shop, onPrinted: options.onPrinted, now: options.now, log })
  // Tips are offered only where there is a screen on which the customer can answer.
  const tips = () =>
    terminal.hasScreen() || options.display.isShown() ? tipOffer(options.settings.present()) : null
  const context = {
    client,
    terminal,
    receipts,
    onStep,
    log,
    tips,
    displayTips: options.display.tips,
    state: () => sale.state(),
    seller: createSeller({ nameOf, counter: () => options.settings.present().counter_name }),
    language: () => options.settings.present().language,
  }
  const customers = openLazily(async () => {
    const { createCustomerService } = await import('./customers/customer-service.ts')
    return createCustomerService({
      accountId,
      client,
      terminal,
      language: context.language,
      chosen: () => snapshot.present().customer,
      onChosen: (customer) => snapshot.update({ customer }),
      newId: () => options.newId('request'),
      log,
    })
  })
  const urlOf = (bill: Bill | null) => (bill?.link ? billLinks.urlOf(bill.link.id) : null)
  const billLinks = followBillLinks({
    client,
    language: context.language,
    sale: () => sale,
    onUrls: () => snapshot.update({ bill_link_url: urlOf(sale.bill()) }),
    log,
  })
  const exchangeEnded = async (bill: Bill) => (await sales.open()).returns.exchangeEnded(bill)
  const sale = startSaleRunner({
    journal,
    perform: (effect, stopped) => performEffect({ ...context, stopped }, effect),
    book: ledger.book,
    openDrawer: () => void drawer.open(),
    followLink: billLinks.follow,
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
      selling: options.selling,
      urlOf,
      onCharging: () => void customers.settled().then((open) => open?.stopAsking()),
      onPaid: (bill) =>
        void options.printing.eachSale(bill.number, async () => (await sales.open()).onPaper(bill)),
    }),
    onParked(parked) {
      snapshot.update({ parked: [...parked] })
      options.selling.followParked(parked)
    },
    onUnreadable: (count) => snapshot.update({ unreadable_sales: count }),
    onUnsaved: (unsaved) => snapshot.update({ unsaved }),
    now: options.now,
    person: options.staff.personId,
    log,
  })
  const watches = startWatches({
    sale,
    parked: () => snapshot.present().parked,
    client,
    paths: {
      journal: paths.sales(accountId),
      drawer: paths.drawer(accountId),
      soldBills: paths.soldBills(accountId),
    },
    elsewhere,
    audit: options.audit,
    log,
  })
  const links = await openLinks({
    client,
    language: context.language,
    path: paths.links(accountId),
    onLinks: (shown) => snapshot.update({ links: [...shown] }),
    onUnreadable: (count) => snapshot.update({ unreadable_links: count }),
    now: options.now,
    log,
  })
  const isMoving = () => {
    const bill = sale.bill()
    return (
      sale.unbooked() > 0 || (bill !== null && holdsMoney(bill)) || isCashMoving(snapshot.present().returns)
    )
  }
  const reports = openLazily(async () => {
    const { openReportService } = await import('./reports/report-service.ts')
    const { book, returned, damagedReturns } = await sales.open()
    return openReportService({
      sources: {
        book,
        returned,
        damagedReturns,
        drawer: paths.drawer(accountId),
        categories: options.categories,
        nameOf,
      },
      zReports: paths.zReports(accountId),
      client,
      settings: options.settings.present,
      currency: () => snapshot.present().currency,
      shift: ledger.shift,
      // A paid sale is counted only after the cashier has left it.
      isMoving: () => isMoving() || isUnderWay(snapshot.present()) || hasTenders(sale.bill()),
      isFiling: () => sale.unfiled().length > 0,
      openBills: sale.openBills,
      numbering: sale.numbers.present,
      compareNumbers: watches.compareNumbers,
      person: options.staff.personId,
      shop,
      printer: onPaperElsePdf,
      saveFile: options.saveFile,
      now: options.now,
      log,
    })
  })
  const drawerService = createDrawerService({
    ledger,
    drawer,
    staff: options.staff,
    isMoving,
    isBlind: () => options.settings.present().blind_count,
    isSoldHere: async (number) => (await (await sales.open()).book.find(number.toUpperCase())) !== null,
    newId: () => options.newId('cash'),
    now: options.now,
  })
  // Unfinished returns are resumed from the last run. A failure here must not stop the counter from selling.
  if (await isThere(paths.returns(accountId))) {
    await sales.open().catch((error: unknown) => log.error({ err: error }, 'sales.not_opened'))
  }
  return {
    terminal,
    identity,
    tips,
    drawer: drawerService,
    sale,
    links,
    customers: customers.open,
    giftCards: giftCards.open,
    sales: sales.open,
    reports: reports.open,
    compareNumbers: watches.compareNumbers,
    receiptAddress: (receipt) => receiptAddressIn(client, receipt),
    async recordParked(asked) {
      const { recordParked } = await import('./sale/record-parked.ts')
      const author = () => snapshot.present().staff.people?.present?.name ?? null
      const parked = () => snapshot.present().parked
      return recordParked({ client, sale, parked, author, now: options.now }, asked)
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

const hasTenders = (bill: Bill | null): boolean => bill !== null && !isUntouched(bill)

function publishService(snapshot: SnapshotPublisher, status: Snapshot['service']): void {
  if (JSON.stringify(snapshot.present().service) !== JSON.stringify(status)) {
    snapshot.update({ service: status })
  }
}
