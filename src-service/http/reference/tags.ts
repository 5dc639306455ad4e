import type { OperationName } from '../../../src-shared/api/operations.ts'

/** The groups of the reference, in order. A group is the part of an operation's name before the first dot. */
const words: Readonly<Record<string, string>> = {
  payment_intents: 'Payment intents and their payments (sections 4.1 and 4.2).',
  payments: 'Single payments (section 4.2).',
  refunds: 'Refunds of captured payments (section 4.2).',
  tokens:
    'Payment methods from card or bank details; called by the browser SDK with a public key (section 4.1).',
  payment_methods: 'Cards and bank accounts that can be charged (sections 2.4 and 4.2).',
  payment_method_intents: 'Collecting and validating a payment method (sections 2.7 and 4.2).',
  customers: 'Customers and their links to accounts (sections 2.9 and 4.2).',
  gift_cards:
    'Gift cards and store credit of a business, with a ledger for each card (not in the specification).',
  checkout_sessions: 'Hosted payment pages (sections 2.6 and 4.2).',
  checkout_pages: 'Calls of the hosted payment page, with the client secret of its link.',
  surcharges: 'Surcharges for credit cards (section 4.2).',
  fees: 'Fees that an account pays, and their refunds (sections 2.8 and 4.2).',
  settlements: 'Closed business days, and gateway settlements without a match (section 4.2).',
  external_payments: 'Payments made at another gateway, reported here (section 4.1).',
  external_payment_intents: 'Payments made at another gateway, and their corrections (section 4.2).',
  external_refunds: 'Refunds made at another gateway, reported here (section 4.1).',
  terminals: 'Card-present terminals (section 4.4).',
  applications: 'Applications of businesses for accounts (sections 2.11, 3.4 and 4.3).',
  application_pages: 'Calls of the hosted application form, with the secret of its link.',
  businesses: 'Businesses, which own accounts (sections 2.11 and 4.3).',
  locations: 'Places where a business sells (sections 2.11 and 4.3).',
  accounts: 'Accounts that take payments (sections 2.11 and 4.3).',
  processing_plans: 'The fees that an account pays for processing (section 4.3).',
  mccs: 'Merchant category codes (section 4.3).',
  api_keys: 'API keys and their access levels (section 5).',
  webhook_endpoints: 'Addresses that events are delivered to (section 6).',
  events: 'Events, and their delivery to webhook endpoints (section 6).',
  users: 'People who can sign in to the portal, without a password (section 4.5).',
  user_sessions: 'Sessions of signed-in users, started with a login link.',
  contractor_application_pages: "Calls of a contractor's hosted form, with the secret of its link.",
  contractors: 'Contractors, who receive shares of payments (sections 3.5 and 4.3).',
  transactions: 'Shares that were paid to contractors, or taken back (section 4.3).',
  payment_notes: 'Notes about payments, which do not change the payments (not in the specification).',
  disputes: 'Payments with a current or past dispute (not in the specification).',
  audit_anchors:
    "Heads of the counters' audit logs, which reveal changes to a log (not in the specification).",
  sandbox: 'For training and tests; available only when the service runs with --sandbox.',
}

export const tagOf = (name: OperationName): string => name.split('.')[0] ?? ''

/** Returns the tags of these operations. Tags without a description here come last. */
export function tagsOf(
  names: readonly OperationName[],
): readonly { readonly name: string; readonly description: string }[] {
  const used = new Set(names.map(tagOf))
  const ordered = [...Object.keys(words).filter((name) => used.has(name)), ...used]
  return [...new Set(ordered)].map((name) => ({
    name,
    description: words[name] ?? name.replaceAll('_', ' '),
  }))
}
