import { z } from 'zod'
import { timestampSchema } from '../api/schemas/common.ts'
import { shopContactSchema } from '../receipt/shop-contact-schema.ts'
import { billSchema } from './bill/bill.ts'
import { tabSchema } from './bill/tab.ts'
import { shiftSchema } from './cash/shift-schema.ts'
import { unsavedSchema } from './cash/unsaved.ts'
import { customerSchema } from './customer/customer.ts'
import { giftCardsStatusSchema } from './gift-cards/gift-cards.ts'
import { attentionNames } from './installer-tools/attention.ts'
import { shownLinkSchema } from './links/payment-link.ts'
import { managerStatusSchema } from './manager/manager.ts'
import { sellingSchema } from './order/selling.ts'
import { parkedSaleSchema } from './parked/parked-sale.ts'
import { printingStatusSchema } from './printing/printers.ts'
import { returnSchema } from './returns/return.ts'
import { saleStateSchema } from './sale/sale.ts'
import { settingsSchema } from './settings/settings.ts'
import { staffStatusSchema } from './staff/staff.ts'
import { installerStatusSchema } from './terminals/installer.ts'

/** Main's report of the terminal. "Connected" is the result of the last ping, not a remembered state. */
export const terminalStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('connecting'), hsn: z.string(), name: z.string() }),
  z.object({
    kind: z.literal('connected'),
    hsn: z.string(),
    name: z.string(),
    session_expires_at: timestampSchema,
  }),
  /** Another POS holds the session. Only a person may take it over. */
  z.object({
    kind: z.literal('in_use'),
    hsn: z.string(),
    name: z.string(),
    /** The holder and its start; null if the service did not report it. The name is null if the other POS gave none. */
    held_by: z.object({ name: z.string().nullable(), since: timestampSchema }).nullable(),
    /** The other POS took it over from us: whether that stopped our command. Null: we did not have it. */
    taken: z.object({ stopped: z.boolean() }).nullable(),
  }),
  z.object({ kind: z.literal('offline'), hsn: z.string(), name: z.string() }),
  /** The service does not know it, or not as this shop's terminal: released or transferred, it cannot answer. */
  z.object({ kind: z.literal('not_owned'), hsn: z.string(), name: z.string() }),
])
export type TerminalStatus = z.infer<typeof terminalStatusSchema>

export const serviceStatusSchema = z.discriminatedUnion('kind', [
  /** `updating`: migrates its data after an update of the program. */
  z.object({ kind: z.literal('starting'), updating: z.literal(true).optional() }),
  z.object({ kind: z.literal('ready') }),
  /** This computer stores no secrets: an installer types the key at each start. */
  z.object({ kind: z.literal('key_needed') }),
  /** The stored service settings were damaged or changed: no charges until a person sets the service up again. */
  z.object({ kind: z.literal('place_unreadable') }),
  /** The account has another currency than this counter's books of it: no sales. */
  z.object({ kind: z.literal('other_currency'), books: z.string(), account: z.string() }),
  /** The counter's files cannot be opened, as on a full disk: no sales. It is tried again by itself. */
  z.object({ kind: z.literal('books_unopened') }),
  /** `unopened`: the counter was not opened before, so it takes no cash either. */
  z.object({ kind: z.literal('unreachable'), detail: z.string(), unopened: z.literal(true).optional() }),
])
export type ServiceStatus = z.infer<typeof serviceStatusSchema>

/** The drawer's shift, and the number of unreadable lines of its ledger. */
const drawerStatusSchema = z.object({ shift: shiftSchema, damaged: z.number().int() })

/** Everything that a window draws. A higher revision replaces a lower one, never the other way round. */
export const snapshotSchema = z.object({
  revision: z.number().int(),
  merchant_name: z.string(),
  /** The shop's address and phone as printed on its papers; '' if unknown. */
  merchant_contact: shopContactSchema,
  /** Whether users of this computer can change the program's own files. */
  program_changeable: z.boolean(),
  /** The embedded service with virtual terminals; no real money. */
  training: z.boolean(),
  /** False in training and at a sandbox; null while unknown for another service. */
  real_money: z.boolean().nullable(),
  currency: z.string(),
  service: serviceStatusSchema,
  terminal: terminalStatusSchema,
  settings: settingsSchema,
  /** The names of the settings that the organisation has fixed: they cannot be changed here. */
  locked_settings: z.array(z.string()).readonly(),
  sale: saleStateSchema,
  /** The customer of the next sale; null if none was chosen. */
  customer: customerSchema.nullable(),
  /** What the customer owes, with its tenders; null while nothing is being paid. */
  bill: billSchema.nullable(),
  /** The address of its link, which holds a secret and is not stored in any file of this counter. Null if unknown. */
  bill_link_url: z.string().nullable(),
  /** Bills beside the next sale that wait for the payer of a link, or were paid by it; oldest first. */
  aside: z.array(billSchema),
  /**
   * The sales of the cards of open bills that paid before this start, and of which the service has not shown since whether
   * money was given back elsewhere.
   */
  given_back_unknown: z.array(z.string()),
  /** Cards held for customers who have not left; oldest first. */
  tabs: z.array(tabSchema),
  drawer: drawerStatusSchema,
  gift_cards: giftCardsStatusSchema,
  printing: printingStatusSchema,
  /** Returns in progress, and completed ones that no person has put away yet. */
  returns: z.array(returnSchema),
  unsaved: unsavedSchema,
  /** Payments parked with an unknown outcome, until a person acknowledges it; oldest first. */
  parked: z.array(parkedSaleSchema),
  /** Payments by link, made elsewhere; oldest first. */
  links: z.array(shownLinkSchema),
  /** The shop's items, and the draft order. */
  selling: sellingSchema,
  /** Number of unreadable records of sales in this counter's journal, until a person acknowledges them. */
  unreadable_sales: z.number().int(),
  /** The receipts' new series, because numbers of the former one are used elsewhere; null once a person has read it. */
  begun_series: z.object({ former: z.string(), series: z.string() }).nullable(),
  /** Number of unreadable lines about returns, until a person acknowledges them. */
  unreadable_returns: z.number().int(),
  /** Number of unreadable files of payment links, until a person acknowledges them. */
  unreadable_links: z.number().int(),
  /** Problems that will stop sales unless a person fixes them. */
  attention: z.array(z.enum(attentionNames)).readonly(),
  /** The window is to be closed during a sale, and a person has not confirmed it yet. */
  close_asked: z.boolean(),
  /** Number of times that the app's menu requested an audit verification: its page opens when it grows. */
  verify_asked: z.number().int(),
  staff: staffStatusSchema,
  /** All actions while the manager's role is open; otherwise only those of unknown outcome. */
  manager: managerStatusSchema,
  /** Empty unless the installer's role is open. */
  installer: installerStatusSchema,
})
export type Snapshot = z.infer<typeof snapshotSchema>
