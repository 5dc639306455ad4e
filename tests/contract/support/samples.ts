import { type OperationName, operationEntries } from '../../../src-shared/api/operations.ts'

const hsn = 'VT-CONTRACT'
const sample = { payment_intent_id: 'pi_none', hsn }

const gateway_response = { retrieval_reference: '112233445566', created_at: '2026-01-31T12:00:00Z' }
const externalPayment = {
  payment_intent: { amount: 1234 },
  payment_method: {
    payment_method_type: 'card',
    source_type: 'other-gateway',
    card: {
      token: 'external',
      last_four_digits: '1111',
      first_six_digits: '411111',
      brand: 'Visa',
      exp_month: '12',
      exp_year: '2030',
    },
  },
  gateway_response,
}

/**
 * A body that matches the schema, for every operation with required fields, so that a test can make one part invalid.
 */
const required: Partial<Record<OperationName, Readonly<Record<string, unknown>>>> = {
  'payment_intents.create': { amount: 1234 },
  'checkout_sessions.create': { payment_intent_data: { amount: 1234 } },
  'payment_intents.send_receipt_sms': { phone_number: '+15550100123' },
  'checkout_sessions.send_sms': { phone_number: '+15550100123' },
  'checkout_pages.collect': {
    payment_method_type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
  },
  'checkout_pages.pay': { payment_method_id: 'pm_none', amount: 1234, surcharge_amount: 0 },
  'users.create': { first_name: 'Ada', last_name: 'King', email: 'ada@example.com', business_id: 'bus_none' },
  'users.set_status': { status: 'ACTIVE' },
  'contractors.link': { parent_id: 'bus_none', parent_type: 'BUSINESS' },
  'sandbox.contractor_applications.advance': { to: 'APPROVED' },
  'user_sessions.create': { token: 'none' },
  // An event type that is seldom published, since nothing listens at this address.
  'webhook_endpoints.create': { url: 'http://127.0.0.1:9/', event_types: ['v2.terminal.released'] },
  'api_keys.create': { level: 'read_only', name: 'Reports' },
  'payments.create': { payment_method_id: 'pm_none' },
  'refunds.resolve': { outcome: 'not_done', evidence: 'Ticket 4711 of the processor.' },
  'payments.resolve': { outcome: 'not_done', evidence: 'Ticket 4711 of the processor.' },
  'payment_methods.attach': { customer_id: 'cus_none' },
  'gift_cards.create': {
    ...{
      kind: 'gift',
      code: 'BBBBBBBBBBBBBBBB',
      amount: 2500,
      currency: 'USD',
      reference: 'gift-0001-of-samples',
    },
  },
  'gift_cards.look_up': { code: 'BBBBBBBBBBBBBBBB' },
  'gift_cards.update': { status: 'active' },
  'gift_cards.load': { amount: 500, currency: 'USD', reference: 'load-0001-of-samples' },
  'gift_cards.redeem': { amount: 500, currency: 'USD', reference: 'redeem-0001-of-samples' },
  'gift_cards.reverse': { reference: 'reverse-0001-of-samples' },
  'customers.attach_account': { account_id: 'acct_none' },
  'customers.change_primary_account': { account_id: 'acct_none' },
  'tokens.options': { client_secret: 'pi_none_secret_none' },
  'tokens.create': {
    client_secret: 'pi_none_secret_none',
    payment_method_type: 'card',
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2049' },
  },
  'terminals.connect': { hsn },
  'terminals.date_time': { hsn, dateTime: '2026-01-31T12:00:00Z' },
  'terminals.activation_code': { hsn },
  'terminals.rename': { hsn, name: 'Bar' },
  'terminals.release': { hsn },
  'terminals.transfer': { hsn, account_id: 'acct_none' },
  'terminals.list_terminals': { merchant_id: '800000001234' },
  'terminals.terminal_details': { merchant_id: '800000001234' },
  'terminals.ping': { hsn },
  'terminals.disconnect': { hsn },
  'terminals.display': { hsn, text: 'Welcome' },
  'terminals.get_pan_pad_version': { hsn },
  'terminals.read_confirmation': { hsn, prompt: 'Is this right?' },
  'terminals.read_input': { hsn, format: 'PHONE' },
  'terminals.read_card': { hsn, amount: 1000 },
  'terminals.read_manual': { hsn, amount: 1000 },
  'terminals.tip': { hsn, amount: 1000, tip_percent_presets: [15, 18, 20] },
  'terminals.auth_card': sample,
  'terminals.auth_manual': sample,
  'terminals.read_signature': { hsn, prompt: 'Please sign' },
  'terminals.print_receipt': { hsn, payment_id: 'pmt_none' },
  'terminals.cancel': { hsn },
  'terminals.begin_activation': { hsn, share: '5e'.repeat(48) },
  'terminals.activate': { hsn, share: '5e'.repeat(48), proof: 'c0'.repeat(32), device_type: 'Test' },
  'surcharges.calculate': { payment_method_id: 'pm_none', amount: 1000, percent: 3 },
  'external_payments.create': externalPayment,
  'external_payment_intents.create': externalPayment,
  'external_refunds.create': { payment_intent_id: 'pi_none', gateway_response },
  'fees.create': { fee_type: 'PARTNER_ADHOC', amount: 500, description: 'Paper rolls' },
  'fees.refund': { amount: 100, description: 'Returned' },
  'sandbox.virtual_terminals.create': { hsn },
  'sandbox.payments.close_dispute': { outcome: 'won' },
  'sandbox.payment_methods.account_update': { update: { outcome: 'contact_cardholder' } },
  'sandbox.settlements.close': { account_id: 'acct_none' },
  'sandbox.settlement_records.create': {
    account_id: 'acct_none',
    type: 'payment',
    retrieval_reference: '112233445566',
    created_at: '2026-01-31T12:00:00Z',
    amount: 1234,
  },
  'applications.upload_document': {
    document_type: 'BANK_STATEMENT',
    file_name: 'statement.pdf',
    content: Buffer.from('%PDF-1.7 none').toString('base64'),
  },
  'application_pages.upload': {
    document_type: 'BANK_STATEMENT',
    file_name: 'statement.pdf',
    content: Buffer.from('%PDF-1.7 none').toString('base64'),
  },
  'applications.create': { business_id: 'bus_none' },
  'businesses.create': { name: 'Corner Café' },
  'processing_plans.create': { name: 'Small shops', auth_fee: 10, card_fee_bps: 290 },
  'locations.create': { business_id: 'bus_none', name: 'Main Street' },
  'locations.update': { name: 'Elm Street' },
  'accounts.update': { name: 'Corner Café', company: {}, address: {} },
  'sandbox.accounts.advance': { to: 'boarded' },
  'payment_notes.create': { text: 'The customer called.' },
  'audit_anchors.create': {
    ...{ counter: 'counter_contract', sequence: 1, hash: 'ab'.repeat(32) },
    ...{ recorded_at: '2026-01-31T12:00:00.000Z', has_people: true },
  },
  'sandbox.clock.advance': { seconds: 0 },
}

export const sampleBodies: Partial<Record<OperationName, Readonly<Record<string, unknown>>>> =
  Object.fromEntries(
    operationEntries.flatMap(([name, row]) => (row.body === undefined ? [] : [[name, required[name] ?? {}]])),
  )

export const sampleQuery: Partial<Record<OperationName, string>> = { 'terminals.events': `?hsn=${hsn}` }

/** The path with a valid id; by default the id does not exist. */
export const samplePath = (path: string, id = 'none'): string =>
  path
    .replace('/fees/{id}', '/fees/fee_none')
    .replace(/\{(payment_intent_)?id\}/, id)
    .replace('{accountId}', 'acct_none')
    .replace('{documentId}', 'doc_none')
    .replace('{hsn}', hsn)

export const names = operationEntries.map(([name]) => name)
export const namesWithBody = operationEntries.flatMap(([name, row]) => (row.body === undefined ? [] : [name]))
