import type { Operation } from '../../../src-shared/api/operation.ts'
import { type OperationName, type OperationReply, operations } from '../../../src-shared/api/operations.ts'
import { activationBody } from '../../support/join-terminal.ts'
import { wholeApplication } from '../../support/whole-application.ts'
import { firstEvent } from './first-event.ts'
import type { Call, Recorded, Recording } from './record-call.ts'
import { recordGiftCards } from './record-gift-cards.ts'
import {
  recordBusiness,
  recordContractors,
  recordOwnSession,
  recordWebhooks,
} from './record-partner-examples.ts'
import { recordUnresolved } from './record-unresolved.ts'
import type { RunningService } from './running-service.ts'

/** The headers of the latest sign-in, for operations on a sign-in. */
type Proof = Record<string, string>
const proofOf = (access: Operation['access'], key: string, cookie: string, origin: string): Proof =>
  access === 'none' ? {} : access === 'session' ? { cookie, origin } : { 'x-api-key': key }

/** Calls every operation of a service once, as a shop would in a day, and records requests and answers. */
export async function recordExamples(service: RunningService): Promise<Recording> {
  const recording: Record<string, Recorded> = {}
  let cookie = ''
  const call = async <Name extends OperationName>(
    name: Name,
    { params = {}, query = '', body, sessionKey, key = service.privateKey, secret, headers = {} }: Call = {},
  ): Promise<OperationReply<Name>> => {
    const row: Operation = operations[name]
    const path = row.path.replace(/\{(\w+)\}/g, (_, field: string) => params[field] ?? '')
    const response = await fetch(`${service.directUrl}${path}${query}`, {
      method: row.method,
      headers: {
        ...(secret === undefined
          ? proofOf(row.access, key, cookie, service.directUrl)
          : { 'x-client-secret': secret }),
        ...(row.account === 'none' ? {} : { 'x-account-id': service.accountId }),
        ...(sessionKey === undefined ? {} : { 'x-session-key': sessionKey }),
        ...(row.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(row.body === undefined ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    const reply = row.stream === true ? await firstEvent(response) : await response.json()
    if (response.status !== 200) throw new Error(`${name}: ${JSON.stringify(reply)}`)
    if (name.endsWith('.list_unresolved') && (reply as { data: unknown[] }).data.length === 0)
      return reply as never
    recording[name] ??= { ...(row.body === undefined ? {} : { body: body ?? {} }), reply }
    return reply as OperationReply<Name>
  }

  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2035', cvv: '123' }
  const address = {
    address_line1: '12 Elm St',
    city: 'Springfield',
    state: 'IL',
    postal_code: '62704',
    country: 'US',
  }
  const tokenOf = (client_secret: string) =>
    call('tokens.create', {
      key: service.publicKey,
      body: {
        client_secret,
        payment_method_type: 'card',
        card,
        billing_details: { name: 'Ada King', ...address },
      },
    })
  const paid = async (amount: number, capture = true, payment_splits: readonly object[] = []) => {
    const created = await call('payment_intents.create', {
      body: { amount, capture, reference_id: 'order 1001', description: 'Two coffees', payment_splits },
    })
    const method = await tokenOf(created.client_secret ?? '')
    const done = await call('payments.create', {
      params: { id: created.id },
      body: { payment_method_id: method.id },
    })
    if (done.latest_payment === null) throw new Error('nothing was paid')
    return { intent: done, payment: done.latest_payment, method }
  }

  // Payment intents, payments, refunds.
  const first = await paid(2500)
  const open = await paid(2500, false)
  await call('payment_intents.capture', { params: { id: open.intent.id }, body: { amount: 2000 } })
  const spare = await call('payment_intents.create', { body: { amount: 900 } })
  await call('payment_intents.update', { params: { id: spare.id }, body: { amount: 1000, tip_amount: 100 } })
  await call('payment_intents.cancel', {
    params: { id: spare.id },
    body: { cancellation_reason: 'abandoned' },
  })
  await call('payment_intents.get', { params: { id: first.intent.id } })
  await call('payment_intents.list', { query: '?limit=1' })
  await call('payment_intents.search', { body: { reference_id: 'order 1001', status: 'captured', limit: 1 } })
  await call('payment_intents.find', { body: { last_four: '4242', text: 'coffees', limit: 1 } })
  await call('payment_intents.list_payments', { params: { id: first.intent.id } })
  await call('payments.get', { params: { id: first.payment.id } })
  await call('payment_intents.send_receipt_sms', {
    params: { id: first.intent.id },
    body: { phone_number: '+15550100123' },
  })
  await call('payment_intents.receipt_link', { params: { id: first.intent.id }, query: '?locale=fr' })
  await call('payment_intents.send_receipt', {
    params: { id: first.intent.id },
    body: { email_override: 'ada@example.com' },
  })
  const refund = await call('refunds.create', { params: { id: first.payment.id }, body: { amount: 700 } })
  await call('refunds.get', { params: { id: refund.id } })
  await call('payments.list_refunds', { params: { id: first.payment.id } })

  // Customers and their methods.
  const customer = await call('customers.create', {
    body: { name: 'Ada King', email: 'ada@example.com', address, cau_enrolled: true },
  })
  await call('customers.get', { params: { id: customer.id } })
  await call('customers.update', { params: { id: customer.id }, body: { phone: '+12175550123' } })
  await call('customers.list', { query: '?limit=1' })
  const account_id = service.accountId
  await call('customers.attach_account', { params: { id: customer.id }, body: { account_id } })
  await call('customers.change_primary_account', { params: { id: customer.id }, body: { account_id } })

  await recordGiftCards(call)
  const kept = await call('payment_intents.create', { body: { amount: 1500 } })
  await call('tokens.options', {
    key: service.publicKey,
    body: { client_secret: kept.client_secret ?? '' },
  })
  const method = await tokenOf(kept.client_secret ?? '')
  await call('payment_methods.get', { params: { id: method.id } })
  await call('surcharges.calculate', {
    body: { payment_method_id: method.id, postal_code: '62704', amount: 1500, percent: 2.5 },
  })
  await call('payment_methods.attach', { params: { id: method.id }, body: { customer_id: customer.id } })
  await call('payment_methods.update', { params: { id: method.id }, body: { card: { exp_year: '2036' } } })
  await call('sandbox.payment_methods.account_update', {
    params: { id: method.id },
    body: { update: { outcome: 'new_expiry', exp_month: '12', exp_year: '2038' } },
  })
  await call('payment_methods.disable_account_updater', { params: { id: method.id } })
  await call('payments.create', { params: { id: kept.id }, body: { payment_method_id: method.id } })
  for (const name of ['list_payments', 'list_payment_intents', 'list_payment_methods'] as const) {
    await call(`customers.${name}`, { params: { id: customer.id } })
  }
  await call('payment_methods.detach', { params: { id: method.id } })
  const collected = await call('payment_method_intents.create', {
    body: { customer_id: customer.id, validate: true, user_fields: { subscription: 'coffee of the month' } },
  })
  await tokenOf(collected.client_secret ?? '')
  await call('payment_method_intents.get', { params: { id: collected.id } })
  const unused = await call('payment_method_intents.create', { body: {} })
  await call('payment_method_intents.update', {
    params: { id: unused.id },
    body: { payment_method_types: ['card', 'bank'] },
  })
  await call('payment_method_intents.cancel', {
    params: { id: unused.id },
    body: { cancellation_reason: 'The customer left.' },
  })
  await call('payment_method_intents.list', { query: '?limit=1' })

  // A hosted page, and the operations that it calls itself.
  const sessionBody = {
    payment_intent_data: {
      amount: 2500,
      description: 'Two coffees',
      order_details: { items: [{ name: 'Flat white', quantity: 2, unit_amount: 1250 }] },
    },
    success_url: 'https://shop.example.com/thanks?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example.com/basket',
    customer_email: 'ada@example.com',
    reference_id: 'order 1002',
    surcharge: { type: 'percentage', percent: 3 },
  }
  const session = await call('checkout_sessions.create', { body: sessionBody })
  await call('checkout_sessions.update', { params: { id: session.id }, body: { discount_amount: 500 } })
  await call('checkout_sessions.send_email', { params: { id: session.id } })
  await call('checkout_sessions.send_sms', {
    params: { id: session.id },
    body: { phone_number: '+15550100123', locale: 'es' },
  })
  await call('sandbox.outbox')
  const page = { params: { id: session.id }, secret: session.client_secret ?? '' }
  await call('checkout_pages.get', page)
  const onPage = await call('checkout_pages.collect', {
    ...page,
    body: { payment_method_type: 'card', card, billing_details: { postal_code: '62704' } },
  })
  const { amount, surcharge_amount } = onPage
  const payment_method_id = onPage.payment_method?.id ?? ''
  await call('checkout_pages.pay', { ...page, body: { payment_method_id, amount, surcharge_amount } })
  await call('checkout_sessions.send_receipt', { params: { id: session.id } })
  await call('checkout_sessions.get', { params: { id: session.id } })
  const left = await call('checkout_sessions.create', { body: sessionBody })
  await call('checkout_sessions.expire', { params: { id: left.id } })
  await call('checkout_sessions.list', { query: '?limit=1' })

  // Payments of another gateway.
  const gateway_response = {
    auth_code: 'PPS123',
    retrieval_reference: '112233445566',
    created_at: '2026-01-31T12:00:00.000Z',
    raw_response: '{"respstat":"A","amount":"42.00"}',
  }
  const external = {
    payment_intent: { amount: 4200 },
    payment_method: {
      payment_method_type: 'card',
      source_type: 'other-gateway',
      card: {
        token: 'held-at-the-gateway',
        last_four_digits: '4444',
        first_six_digits: '555555',
        brand: 'Mastercard',
        exp_month: '12',
        exp_year: '2035',
      },
    },
  }
  const elsewhere = await call('external_payments.create', { body: { ...external, gateway_response } })
  await call('external_payment_intents.create', {
    body: { ...external, gateway_response: { ...gateway_response, retrieval_reference: '112233445577' } },
  })
  await call('external_payment_intents.update', {
    params: { payment_intent_id: elsewhere.id },
    body: { amount: 4300 },
  })
  await call('external_refunds.create', {
    body: {
      payment_intent_id: elsewhere.id,
      amount: 4300,
      gateway_response: { retrieval_reference: '112233445588', created_at: '2026-01-31T12:00:00.000Z' },
    },
  })
  await call('sandbox.settlement_records.create', {
    body: {
      account_id,
      type: 'payment',
      retrieval_reference: '112233445566',
      created_at: '2026-01-31T12:00:00.000Z',
      amount: 4300,
    },
  })
  await call('settlements.list_unmatched')

  // The day is closed; later events from the banks.
  const contractorId = await recordContractors(call, service)
  await paid(4000, true, [{ amount: 1000, description: 'Hair cut', account_id: contractorId }])
  const settlement = await call('sandbox.settlements.close', { body: { account_id } })
  await call('transactions.list', { headers: { 'x-contractor-id': contractorId } })
  await call('contractors.set_status', { params: { id: contractorId }, body: { status: 'INACTIVE' } })
  await call('settlements.get', { params: { id: settlement.id } })
  await call('settlements.list', { query: '?limit=1' })
  await call('settlements.list_lines', { params: { id: settlement.id }, query: '?limit=50' })
  await call('sandbox.refunds.return', { params: { id: refund.id } })
  const disputed = { id: open.payment.id }
  const claimed = { amount: 500, respond_by: '2026-02-20T12:00:00.000Z' }
  await call('sandbox.payments.dispute', { params: disputed, body: claimed })
  await call('disputes.list', { query: '?limit=1' })
  const seen = { text: 'Statement of 30 January, line 7.', author: 'Mona', finding: 'done' } as const
  await call('payment_notes.create', { params: disputed, body: seen })
  await call('payment_notes.list', { params: disputed, query: '?limit=1' })
  await call('sandbox.payments.close_dispute', { params: disputed, body: { outcome: 'won' } })
  await call('sandbox.payments.reverse', { params: disputed, body: { amount: 500 } })
  const fee = await call('fees.create', {
    body: { fee_type: 'PARTNER_ADHOC', amount: 500, description: 'Paper rolls' },
  })
  await call('fees.get', { params: { id: fee.id } })
  await call('fees.list', { query: `?source_id=${first.payment.id}&limit=1` })
  await call('fees.refund', { params: { id: fee.id }, body: { amount: 100, description: 'One came back' } })

  // The business that takes payments.
  const business = await recordBusiness(call)
  const { processing_plan_id } = business
  const draft = await call('applications.create', { body: { business_id: business.id, name: 'Corner Café' } })
  const applied = { params: { id: draft.id } }
  await call('applications.update', { ...applied, body: { ...wholeApplication, processing_plan_id } })
  const { link } = await call('applications.link', applied)
  const secret = `${draft.id}_secret_${link.split('#')[1]}`
  const onForm = { ...applied, secret }
  await call('application_pages.save', { ...onForm, body: { company: { description: 'A café' } } })
  const statement = {
    document_type: 'BANK_STATEMENT',
    file_name: 'statement.pdf',
    content: Buffer.from('%PDF-1.7 a statement').toString('base64'),
  }
  await call('application_pages.upload', { ...onForm, body: statement })
  await call('application_pages.submit', onForm)
  await call('sandbox.applications.advance', { ...applied, body: { to: 'UNDERWRITING' } })
  const documents_requested = { document_types: ['BANK_STATEMENT'], comments: 'The last one, please.' }
  await call('sandbox.applications.advance', {
    ...applied,
    body: { to: 'NEED_INFORMATION', documents_requested },
  })
  await call('applications.get', applied)
  await call('application_pages.get', onForm)
  const { documents } = await call('applications.upload_document', { ...applied, body: statement })
  await call('applications.get_document', {
    params: { id: draft.id, documentId: documents[0]?.id ?? '' },
  })
  const second = await call('applications.create', { body: { business_id: business.id } })
  const other = { params: { id: second.id } }
  await call('applications.update', { ...other, body: { ...wholeApplication, processing_plan_id } })
  await call('applications.submit', other)
  await call('applications.list', { query: '?status=NEED_INFORMATION&limit=1' })
  await call('accounts.update', {
    params: { id: account_id },
    body: {
      name: 'Training Store',
      company: { legal_name: 'Training Store LLC', ein: '12-3456789', mcc: '5812' },
      address: { address_line1: '1 Main Street', city: 'Springfield', state: 'IL', zip_code: '62701' },
    },
  })
  await call('accounts.list', { query: '?limit=1' })
  await call('accounts.get', { params: { id: account_id } })
  await call('sandbox.accounts.advance', { params: { id: account_id }, body: { to: 'boarded' } })

  // Keys.
  await recordWebhooks(call, async () => {
    await paid(1100)
    await untilTried(service)
  })
  const apiKey = await call('api_keys.create', { body: { level: 'read_only', name: 'Reports' } })
  await call('api_keys.list', { query: '?limit=1' })
  await call('api_keys.revoke', { params: { id: apiKey.id } })

  // A terminal.
  const hsn = 'VT-0001'
  const merchant_id = service.merchantId
  await call('sandbox.virtual_terminals.create', { body: { hsn, script: 'approve' } })
  await call('sandbox.virtual_terminals.update', { params: { hsn }, body: { script: 'tip_20' } })
  await call('sandbox.virtual_terminals.get', { params: { hsn } })
  const { session_key: sessionKey } = await call('terminals.connect', {
    body: { hsn, client: { id: 'counter-2', name: 'Counter 2' } },
  })
  const at = (name: OperationName, body: object = {}) => call(name, { body: { hsn, ...body }, sessionKey })
  await at('terminals.ping')
  await at('terminals.date_time', { dateTime: '2026-01-31T12:00:00Z' })
  await at('terminals.get_pan_pad_version')
  await at('terminals.display', { text: 'Welcome' })
  await at('terminals.read_confirmation', { prompt: 'Join our club?' })
  await at('terminals.read_input', { format: 'PHONE', prompt: 'Your phone number' })
  await at('terminals.tip', { amount: 2500, tip_percent_presets: [15, 18, 20] })
  await at('terminals.read_signature', { prompt: 'Please sign' })
  await at('terminals.read_card', { amount: 1000 })
  await at('terminals.read_manual', { amount: 1000 })
  const sale = await call('payment_intents.create', { body: { amount: 1234 } })
  const events = call('terminals.events', { query: `?hsn=${hsn}`, sessionKey })
  const sold = (await at('terminals.auth_card', {
    payment_intent_id: sale.id,
    include_signature: false,
  })) as {
    readonly id: string
  }
  await events
  const keyed = await call('payment_intents.create', { body: { amount: 1234 } })
  await at('terminals.auth_manual', { payment_intent_id: keyed.id, include_signature: false })
  await at('terminals.print_receipt', { payment_id: sold.id })
  await at('terminals.cancel')
  await at('terminals.disconnect')
  const { activation_code } = await call('terminals.activation_code', { body: { hsn: 'VT-0002' } })
  const { body: activation } = await activationBody('VT-0002', activation_code, (body) =>
    call('terminals.begin_activation', { body }),
  )
  await call('terminals.activate', { body: activation })
  await call('terminals.list_terminals', { body: { merchant_id } })
  await call('terminals.terminal_details', { body: { merchant_id } })
  await call('terminals.rename', { body: { hsn: 'VT-0002', name: 'Bar' } })
  await call('terminals.transfer', { body: { hsn: 'VT-0002', account_id: service.accountId } })
  await call('terminals.release', { body: { hsn: 'VT-0002' } })
  await call('sandbox.virtual_terminals.delete', { params: { hsn } })
  await call('customers.detach_account', { params: { id: customer.id, accountId: account_id } })
  await call('sandbox.clock.advance', { body: { seconds: 60 } })
  await recordUnresolved(call, (await paid(100_000)).payment.id)
  await recordOwnSession(call)

  // The audits of the counters.
  const anchor = {
    ...{ counter: 'counter_4f1c9a02', sequence: 60, hash: '5e'.repeat(32) },
    ...{ recorded_at: '2026-01-31T12:00:00.000Z', has_people: true },
  }
  await call('audit_anchors.create', { body: anchor })
  await call('audit_anchors.list', { query: `?counter=${anchor.counter}&status=accepted&limit=1` })
  return recording as Recording
}

/** Waits until the newest payment's event was sent once, so that its examples show the attempt. */
async function untilTried({ directUrl, privateKey }: RunningService): Promise<void> {
  const headers = { 'x-api-key': privateKey }
  for (let step = 0; step < 120; step += 1) {
    const response = await fetch(`${directUrl}/events?limit=1&type=v2.payment.captured`, { headers })
    const { data } = (await response.json()) as OperationReply<'events.list'>
    if ((data[0]?.deliveries[0]?.attempts.length ?? 0) > 0) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('no webhook was sent')
}
