import type { OperationName } from '../../../src-shared/api/operations.ts'

/** The groups of the reference, in order. A group is the part of an operation's name before the first dot. */
const words: Readonly<Record<string, string>> = {
  payment_intents: 'Payment intents and their payments (sections 4.1 and 4.2).',
  payments: 'Single payments (section 4.2).',
  refunds: 'Refunds of captured payments (section 4.2).',
  tokens:
    'What the browser SDK calls with a public key: card or bank data becomes a payment method (section 4.1).',
  payment_methods: 'Cards and bank accounts that may be charged (sections 2.4 and 4.2).',
  payment_method_intents: 'Collecting and validating a payment method (sections 2.7 and 4.2).',
  customers: 'Customers and their links to accounts (sections 2.9 and 4.2).',
  gift_cards: 'Gift cards and store credit of a business, by a ledger of the service (ours).',
  checkout_sessions: 'Hosted payment pages (sections 2.6 and 4.2).',
  checkout_pages: 'What the hosted payment page calls, with the secret of its link.',
  surcharges: 'What a credit card may be charged on top (section 4.2).',
  fees: 'Fees that an account pays, and refunds of them (sections 2.8 and 4.2).',
  settlements: 'Closed days, and what a gateway settled that nobody reported (section 4.2).',
  external_payments: 'Payments made at another gateway, reported here (section 4.1).',
  external_payment_intents: 'The same, and corrections of it (section 4.2).',
  external_refunds: 'Refunds made at another gateway, reported here (section 4.1).',
  terminals: 'Card-present terminals (section 4.4).',
  applications: 'Applications of businesses for accounts (sections 2.11, 3.4 and 4.3).',
  application_pages: 'What the hosted application form calls, with the secret of its link.',
  businesses: 'Businesses, which accounts belong to (sections 2.11 and 4.3).',
  locations: 'Where a business sells (sections 2.11 and 4.3).',
  accounts: 'Accounts that take payments (sections 2.11 and 4.3).',
  processing_plans: 'What an account pays for processing (section 4.3).',
  mccs: 'Merchant category codes (section 4.3).',
  api_keys: 'Keys and their access levels (section 5).',
  webhook_endpoints: 'Where a partner listens for events (section 6).',
  events: 'What has happened, and its delivery to webhook endpoints (section 6).',
  users: 'Who may sign in to the portal, without a password (section 4.5).',
  user_sessions: 'Signing in by a login link.',
  contractor_application_pages: 'What the hosted form of a contractor calls, with the secret of its link.',
  contractors: 'Who gets shares of payments (sections 3.5 and 4.3).',
  transactions: 'What contractors were paid (section 4.3).',
  payment_notes: 'Ours: what people write down about payments; nothing of it changes a payment.',
  disputes: 'Ours: payments that customers dispute, or did.',
  audit_anchors: 'Ours: the heads of the tills’ audits, by which an audit that was changed is found.',
  sandbox: 'Training and tests; there only when the service runs with --sandbox.',
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
