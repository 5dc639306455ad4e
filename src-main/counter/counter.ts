import type { ReceiptData } from '../../src-shared/api/schemas/payment.ts'
import type { IdSource } from '../../src-shared/ids.ts'
import type { PosCommandPayload, PosResult } from '../../src-shared/pos/commands.ts'
import type { ShownReceipt } from '../../src-shared/pos/customer-display/shown-receipt.ts'
import type { TipOffer } from '../../src-shared/pos/sale/sale-events.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { DrawerService } from '../cash/drawer-service.ts'
import type { DisplayArea } from '../customer-display/display-area.ts'
import type { CustomerService } from '../customers/customer-service.ts'
import type { GiftCardService } from '../gift-cards/gift-card-service.ts'
import type { Links } from '../links/open-links.ts'
import type { Log } from '../log.ts'
import type { SellingArea } from '../orders/selling.ts'
import type { DataPaths } from '../paths.ts'
import type { PrintingArea } from '../printing/printing-area.ts'
import type { ReceiptPrinter } from '../printing/receipt-printer.ts'
import type { ReportService } from '../reports/report-service.ts'
import type { SaleRunner } from '../sale/runner.ts'
import type { ReturnsOptions } from '../sales/returns-service.ts'
import type { SalesService } from '../sales/sales-service.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { CounterTerminal } from '../terminal/counter-terminal.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { CounterIdentity } from '../terminal/session.ts'

/** One account's counter: its terminal and its sale, restored from the journal. */
export interface Counter {
  readonly terminal: CounterTerminal
  readonly sale: SaleRunner
  /** How this counter identifies itself to the service. */
  identity(): Promise<CounterIdentity>
  /** The tips offered now; null where tips are off, or where there is no screen to ask on. */
  tips(): TipOffer | null
  /** The cash drawer's operations besides selling. */
  readonly drawer: DrawerService
  /** Payments made elsewhere, by a link. */
  readonly links: Links
  /** Opened when it is first needed. */
  customers(): Promise<CustomerService>
  /** Opened when it is first needed. */
  giftCards(): Promise<GiftCardService>
  /** Sold bills and returns; opened when first needed. */
  sales(): Promise<SalesService>
  /** Records a manager's statement about a parked sale whose outcome cannot be found out. */
  recordParked(asked: PosCommandPayload<'parked.record'>): Promise<PosResult<'parked.record'>>
  /** The totals of a period, and the reports that close one; opened when first needed. */
  reports(): Promise<ReportService>
  /** The address of the receipt's page, for the customer's phone; null if there is none, or it is not known. */
  receiptAddress(receipt: ShownReceipt): Promise<string | null>
  /** Checks whether another counter gives the same receipt numbers. Called whenever the service comes up. */
  compareNumbers(): Promise<void>
  /** Whether an unfinished return gives this payment back. */
  isReturning(intentId: string): boolean
  /** Gives the terminal back. A payment under way stays in the journal. */
  stop(): Promise<void>
}

/** What a counter is opened with. */
export interface CounterOptions {
  readonly accountId: string
  /** Null while the service is not up. */
  readonly access: () => ServiceAccess | null
  readonly hsn: string | null
  readonly paths: DataPaths
  readonly settings: SettingsStore
  readonly snapshot: SnapshotPublisher
  readonly staff: Pick<StaffSession, 'approve' | 'approveReturn' | 'personId'>
  readonly audit: Pick<AuditTrail, 'add'>
  /** Gives money back to cards; null while the counter's account is not known. */
  readonly manager: ReturnsOptions['manager']
  readonly printer: ReceiptPrinter
  readonly printing: Pick<PrintingArea, 'print' | 'eachSale' | 'drawer'>
  /** Asks where to save; false when the person cancels. */
  readonly saveFile: (name: string, text: string) => Promise<boolean>
  /** The category of each item that has one, by the item's id. */
  readonly categories: () => Promise<ReadonlyMap<string, string>>
  readonly newId: IdSource
  readonly selling: Pick<
    SellingArea,
    'followSale' | 'followParked' | 'followBill' | 'followAside' | 'followTabs'
  >
  /** Receives the shop's details as printed on the terminal's receipt of a sale. */
  readonly onPrinted: (data: ReceiptData) => void
  readonly display: Pick<DisplayArea, 'tips' | 'isShown'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}
