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

/** What main reports of the terminal. "Connected" is the result of the last ping, not a remembered state. */
export const terminalStatusSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('connecting'), hsn: z.string(), name: z.string() }),
  z.object({
    kind: z.literal('connected'),
    hsn: z.string(),
    name: z.string(),
    session_expires_at: timestampSchema,
  }),
  /** Another POS holds the session. Only a person may force it open. */
  z.object({
    kind: z.literal('in_use'),
    hsn: z.string(),
    name: z.string(),
    /** Who, and since when; null when the service did not report it. Its name is null when the other POS gave none. */
    held_by: z.object({ name: z.string().nullable(), since: timestampSchema }).nullable(),
    /** It was ours, and they took it over: whether that stopped what we had on it. Null: it was not ours. */
    taken: z.object({ stopped: z.boolean() }).nullable(),
  }),
  z.object({ kind: z.literal('offline'), hsn: z.string(), name: z.string() }),
  /** The service does not know it, or not as this shop's: released or transferred, it cannot answer. */
  z.object({ kind: z.literal('not_owned'), hsn: z.string(), name: z.string() }),
])
export type TerminalStatus = z.infer<typeof terminalStatusSchema>

export const serviceStatusSchema = z.discriminatedUnion('kind', [
  /** `updating`: its data is brought forward, after an update of the program. */
  z.object({ kind: z.literal('starting'), updating: z.literal(true).optional() }),
  z.object({ kind: z.literal('ready') }),
  /** This computer keeps no secret: an installer types the key at each start. */
  z.object({ kind: z.literal('key_needed') }),
  /** What says where to charge was damaged or changed: nothing is charged until somebody sets it up anew. */
  z.object({ kind: z.literal('place_unreadable') }),
  /** The account is in another currency than this counter's books of it: nothing is sold. */
  z.object({ kind: z.literal('other_currency'), books: z.string(), account: z.string() }),
  z.object({ kind: z.literal('unreachable'), detail: z.string() }),
])
export type ServiceStatus = z.infer<typeof serviceStatusSchema>

/** The drawer's shift, and how many lines of its ledger cannot be read. */
const drawerStatusSchema = z.object({ shift: shiftSchema, damaged: z.number().int() })

/** Everything a window draws. A higher revision replaces a lower one, never the other way round. */
export const snapshotSchema = z.object({
  revision: z.number().int(),
  merchant_name: z.string(),
  /** Where the shop is and its phone, as its papers have them; '' for what is not known. */
  merchant_contact: shopContactSchema,
  /** The program's own files can be changed by whoever uses it here. */
  program_changeable: z.boolean(),
  /** The embedded service with virtual terminals; no real money. */
  training: z.boolean(),
  /** False in training and at a sandbox; null while it is not known of a service elsewhere. */
  real_money: z.boolean().nullable(),
  currency: z.string(),
  service: serviceStatusSchema,
  terminal: terminalStatusSchema,
  settings: settingsSchema,
  /** The names of the settings that the organisation has set: nobody changes them here. */
  locked_settings: z.array(z.string()).readonly(),
  sale: saleStateSchema,
  /** Whose the next sale is; null where nobody asked. */
  customer: customerSchema.nullable(),
  /** What the customer owes, with what has been paid of it; null while nothing is being paid. */
  bill: billSchema.nullable(),
  /** Where its link is paid; it holds a secret and is kept in no file of this counter. Null where it is not known. */
  bill_link_url: z.string().nullable(),
  /** Bills that wait for the payer of a link beside the next sale, or have been paid by it; the oldest first. */
  aside: z.array(billSchema),
  /** Cards that are held for customers who have not left, the oldest first. */
  tabs: z.array(tabSchema),
  drawer: drawerStatusSchema,
  gift_cards: giftCardsStatusSchema,
  printing: printingStatusSchema,
  /** What goes back to customers and is not done, and what was done and nobody has put away yet. */
  returns: z.array(returnSchema),
  unsaved: unsavedSchema,
  /** Payments that were parked with their outcome unknown, until a person has acknowledged it; the oldest first. */
  parked: z.array(parkedSaleSchema),
  /** Payments that somebody makes elsewhere, by a link; the oldest first. */
  links: z.array(shownLinkSchema),
  /** The shop's items, and what of them is rung up. */
  selling: sellingSchema,
  /** Records of sales in this counter's journal that cannot be read, until somebody has acknowledged them. */
  unreadable_sales: z.number().int(),
  /** The next receipts are of this series, for numbers of the former are given elsewhere; null once somebody has read that. */
  begun_series: z.object({ former: z.string(), series: z.string() }).nullable(),
  /** Lines about what went back to customers that cannot be read, until somebody has acknowledged them. */
  unreadable_returns: z.number().int(),
  /** Files of payment links that cannot be read, until somebody has acknowledged them. */
  unreadable_links: z.number().int(),
  /** What will stop the sale if nobody sees to it. */
  attention: z.array(z.enum(attentionNames)).readonly(),
  /** The window is to be closed in the midst of a sale, and a person has not said yet whether it is meant. */
  close_asked: z.boolean(),
  /** How often the app's menu asked that the audit be verified: the page opens, behind its right, when it grows. */
  verify_asked: z.number().int(),
  staff: staffStatusSchema,
  /** All actions while the manager's role is open; otherwise only those whose outcome nobody knows. */
  manager: managerStatusSchema,
  /** Empty unless the installer's role is open. */
  installer: installerStatusSchema,
})
export type Snapshot = z.infer<typeof snapshotSchema>
