import { encodeTime, monotonicFactory } from 'ulid'

/** Identifier prefixes: of section 2.1, and our own for what it does not name. */
export const idPrefixes = {
  payment_intent: 'pi',
  payment: 'pmt',
  payment_method: 'pm',
  refund: 're',
  checkout_session: 'cs',
  payment_method_intent: 'pmi',
  customer: 'cus',
  customer_account: 'ca',
  gift_card: 'gc',
  /** A counter's printer, or one of its print jobs. */
  print: 'prn',
  gift_card_entry: 'gce',
  account: 'acct',
  business: 'bus',
  location: 'loc',
  application: 'app',
  owner: 'own',
  application_document: 'doc',
  contractor: 'ctrct',
  contractor_application: 'ctrcapp',
  processing_plan: 'plan',
  user: 'usr',
  user_session: 'uses',
  settlement: 'se',
  settlement_record: 'sr',
  dispute: 'dp',
  reversal: 'rev',
  fee: 'fee',
  event: 'evt',
  message: 'msg',
  webhook_endpoint: 'we',
  api_key: 'key',
  terminal_session: 'tml',
  terminal: 'term',
  merchant: 'mer',
  partner: 'ptn',
  tenant: 'ten',
  request: 'req',
  command: 'cmd',
  sale: 'sale',
  bill: 'bill',
  return: 'ret',
  cash: 'cash',
  payment_link: 'link',
  action: 'act',
  order: 'ord',
  item: 'item',
  audit_anchor: 'aud',
  payment_note: 'pn',
} as const

export type IdKind = keyof typeof idPrefixes

/** Makes new identifiers: prefix, underscore, lower-case ULID. Ids made by one source sort by creation. */
export type IdSource = (kind: IdKind) => string

/**
 * @param now milliseconds since the epoch; inject the service's clock.
 * @param random a number in [0, 1); seedable in tests.
 */
export function createIdSource(now: () => number, random?: () => number): IdSource {
  const next = monotonicFactory(random)
  return (kind) => `${idPrefixes[kind]}_${next(now()).toLowerCase()}`
}

/** An event's id that sorts before those of all events from `at` (ms since the epoch) on, and after all others. */
export const firstEventIdAt = (at: number): string =>
  `${idPrefixes.event}_${encodeTime(Math.max(0, at)).toLowerCase()}`
