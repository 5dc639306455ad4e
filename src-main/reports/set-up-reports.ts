import { isUntouched } from '../../src-shared/pos/bill/balance.ts'
import { isUnderWay } from '../../src-shared/pos/sale/under-way.ts'
import { type Lazy, openLazily } from '../async/open-lazily.ts'
import type { CashLedger } from '../cash/ledger.ts'
import type { CounterBase } from '../counter/counter-base.ts'
import type { SaleRunner } from '../sale/runner.ts'
import type { Watches } from '../sale/watches.ts'
import type { LazySales } from '../sales/set-up-sales.ts'
import type { ReportService } from './report-service.ts'

/** The counter's reports, opened when they are first needed. */
export const setUpReports = (
  base: CounterBase,
  {
    ledger,
    sale,
    sales,
    watches,
    isMoving,
  }: {
    readonly ledger: CashLedger
    readonly sale: SaleRunner
    readonly sales: LazySales
    readonly watches: Watches
    /** Whether cash is being booked, or may still be handed back. */
    readonly isMoving: () => boolean
  },
): Lazy<[], ReportService> =>
  openLazily(async () => {
    const { openReportService } = await import('./report-service.ts')
    const { book, returned, damagedReturns } = await sales.open()
    const { accountId, paths, snapshot } = base
    const hasTenders = () => {
      const bill = sale.bill()
      return bill !== null && !isUntouched(bill)
    }
    return openReportService({
      sources: {
        book,
        returned,
        damagedReturns,
        drawer: paths.drawer(accountId),
        categories: base.categories,
        nameOf: base.nameOf,
      },
      zReports: paths.zReports(accountId),
      client: base.client,
      settings: base.settings.present,
      currency: () => snapshot.present().currency,
      shift: ledger.shift,
      // A paid sale is counted only after the cashier has left it.
      isMoving: () => isMoving() || isUnderWay(snapshot.present()) || hasTenders(),
      isFiling: () => sale.unfiled().length > 0,
      openBills: sale.openBills,
      numbering: sale.numbers.present,
      compareNumbers: watches.compareNumbers,
      person: base.staff.personId,
      shop: base.shop,
      printer: base.onPaperElsePdf,
      saveFile: base.saveFile,
      now: base.now,
      log: base.log,
    })
  })
