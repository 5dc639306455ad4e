import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { card, cardNumber, createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
let harness: ReturnType<typeof createReceiptHarness>
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  harness = createReceiptHarness(ask)
})
afterAll(() => service.stop())

/** The sentence that a sandbox without a mail server adds. */
const kept = " It stays in this sandbox's outbox (GET /sandbox/outbox)."
const billed = (email: string) => ({ billing_details: { email } })

/** Creates another account of the same tenant, with changes to its merchant. */
async function accountOf(merchant: object): Promise<string> {
  const own = await service.services.accounts.account(service.accountId)
  const id = service.services.newId('account')
  const document = {
    ...own?.document,
    merchant_id: id,
    merchant: { ...own?.document.merchant, ...merchant },
  }
  const row = { account_id: '', id, version: 1, created_at: 1, updated_at: 1, document }
  const made = await service.services.store.commit({ writes: [{ op: 'insert', kind: 'account', row }] })
  expect(made.ok).toBe(true)
  return id
}

describe('a receipt by e-mail', () => {
  test('a receipt by e-mail goes to the address that was given with the card', async () => {
    const { id } = await harness.pay({}, billed('ana@example.com'))
    expect(await harness.send(id)).toEqual({
      success: true,
      message: `The receipt was sent to ana@example.com.${kept}`,
    })
    expect((await harness.outbox())[0]).toMatchObject({
      kind: 'email',
      account_id: service.accountId,
      from: { name: 'Training Store', address: 'receipts@countertop.invalid' },
      to: ['ana@example.com'],
      cc: [],
      subject: 'Receipt from Training Store for $12.34',
    })
  })

  test("a receipt by e-mail goes to the customer's address when none was given with the card", async () => {
    const customer = await harness.must('customers.create', { name: 'Ana', email: 'customer@example.com' })
    const { id } = await harness.pay({ customer_id: customer.id })
    await harness.send(id)
    expect((await harness.outbox())[0]?.to).toEqual(['customer@example.com'])
  })

  test('a receipt by e-mail goes to email_override if it is given, and once to each copy', async () => {
    const { id } = await harness.pay({}, billed('ana@example.com'))
    const body = {
      email_override: 'other@example.com',
      cc_email_addresses: ['books@example.com', 'OTHER@example.com', 'Books@example.com'],
    }
    expect((await harness.send(id, body)).message).toBe(
      `The receipt was sent to other@example.com, books@example.com.${kept}`,
    )
    expect((await harness.outbox())[0]).toMatchObject({
      to: ['other@example.com'],
      cc: ['books@example.com'],
    })
  })

  test('a receipt by e-mail shows the merchant, the time, the amount and the card, in text and in HTML', async () => {
    const paid = await harness.pay({ amount: 5000, tip_amount: 700, tax_amount: 250, surcharge_amount: 50 })
    const mail = await harness.mailOf(paid.id)
    const parts = ['Training Store', '1 Main Street', '$40.00', '$7.00', '$2.50', '$0.50', '$50.00']
    for (const part of [...parts, 'Visa **** 4242', paid.latest_payment.auth_code ?? 'none', 'APPROVED']) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part)
    }
  })

  test("a receipt by e-mail shows the items, and the merchant's note", async () => {
    const items = [
      { name: 'Flat white', quantity: 2, amount: 900 },
      { description: 'Almond <b>croissant</b>', unit_amount: 334 },
      'Tap water',
      { quantity: 3 },
    ]
    const paid = await harness.pay({ description: 'Table 4', order_details: { items } })
    const mail = await harness.mailOf(paid.id)
    expect(mail.text).toContain('Table 4')
    expect(mail.text).toMatch(/2 x Flat white +\$9\.00/)
    expect(mail.text).toMatch(/Almond <b>croissant<\/b> +\$3\.34/)
    expect(mail.text).toContain('Tap water')
    expect(mail.html).toContain('Almond &lt;b&gt;croissant&lt;/b&gt;')
    expect(mail.html).toContain('$9.00')
  })

  test('a receipt of a sandbox is marked as training, in text and in HTML', async () => {
    const mail = await harness.mailOf((await harness.pay()).id)
    for (const face of [mail.text, mail.html]) expect(face).toContain('TRAINING: no money was moved')
  })

  test('a receipt by e-mail allows as many copies as every mail server accepts, and no more', async () => {
    const { id } = await harness.pay({}, billed('ana@example.com'))
    const cc = (count: number) => Array.from({ length: count }, (_, index) => `copy${index}@example.com`)
    await harness.send(id, { cc_email_addresses: cc(99) })
    expect((await harness.outbox())[0]?.cc).toHaveLength(99)
    expectRefusal(await harness.ask(id, { cc_email_addresses: cc(100) }), 'parameter_invalid')
  })

  test('a receipt by e-mail never shows more of the card than its last four digits', async () => {
    const { text, html, subject } = await harness.mailOf((await harness.pay()).id)
    for (const secret of [cardNumber, cardNumber.slice(0, 6), '2049', '12/49']) {
      expect(`${subject}${text}${html}`).not.toContain(secret)
    }
  })

  test("a receipt by e-mail has the time of the payment in the merchant's time zone", async () => {
    const timezone = 'Pacific/Auckland'
    const there = createReceiptHarness(ask, { accountId: await accountOf({ timezone }) })
    const paid = await there.pay()
    const time = new Date(paid.latest_payment.created_at).toLocaleString('sv-SE', { timeZone: timezone })
    expect((await there.mailOf(paid.id)).text).toContain(time.slice(0, 16))
  })

  test('a receipt by e-mail can be sent repeatedly', async () => {
    const { id } = await harness.pay({}, billed('twice@example.com'))
    await harness.send(id)
    await harness.send(id)
    const both = (await harness.outbox()).filter(({ to }) => to.includes('twice@example.com'))
    expect(both).toHaveLength(2)
  })

  test('a receipt by e-mail contains no markup or headers from a name', async () => {
    const dba = 'Tom & <b>"Jerry"</b>\r\nBcc: evil@example.com'
    const there = createReceiptHarness(ask, { accountId: await accountOf({ dba }) })
    const mail = await there.mailOf((await there.pay()).id)
    expect(mail.from.name).toBe('Tom & <b>"Jerry"</b> Bcc: evil@example.com')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).toContain('Tom &amp; &lt;b&gt;&quot;Jerry&quot;&lt;/b&gt;')
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).not.toMatch(/<(img|script|link)|https?:|url\(/i)
  })
})

describe('later changes of the payment', () => {
  test('a receipt shows a partial capture', async () => {
    const { id } = await harness.pay({ amount: 5000, capture: false })
    expect((await harness.mailOf(id)).text).toContain('$50.00')
    await harness.must('payment_intents.capture', { amount: 4200 }, `/payment_intents/${id}/capture`)
    const mail = await harness.mailOf(id)
    expect(mail.text).toMatch(/Charged USD +\$42\.00/)
    expect(mail.subject).toContain('for $42.00')
  })

  test('a receipt shows what was refunded', async () => {
    const { id, latest_payment } = await harness.pay({ amount: 5000 })
    await harness.must('refunds.create', { amount: 1500 }, `/payments/${latest_payment.id}/refunds`)
    expect((await harness.mailOf(id)).text).toMatch(/CREDIT USD +-\$15\.00/)
  })

  test('a receipt shows that the payment was voided', async () => {
    const { id } = await harness.pay()
    await harness.must('payment_intents.cancel', {}, `/payment_intents/${id}/cancel`)
    const { text } = await harness.mailOf(id)
    expect(text).toMatch(/VOID +nothing is charged/)
    expect(text).toContain('VOIDED')
    expect(text).not.toContain('APPROVED')
  })

  test('a receipt shows that a bank debit has not cleared yet', async () => {
    const bank = { routing_number: '110000000', account_number: '000123456789', account_type: 'checking' }
    const method = {
      payment_method_type: 'bank',
      card: undefined,
      bank: { ...bank, account_holder: 'Ana Torres' },
    }
    const rails = { payment_method_types: ['bank'], payment_rail_types: ['us_bank_ach'] }
    const { id, status } = await harness.pay(rails, method)
    expect(status).toBe('pending')
    const { text } = await harness.mailOf(id)
    expect(text).toContain('PENDING')
    expect(text).toMatch(/Bank account +\*{4} 6789/)
    expect(text).not.toContain('000123456789')
  })
})

describe('a receipt is refused', () => {
  test('a receipt without an address is refused, and the error names the field for it', async () => {
    const { id } = await harness.pay()
    const before = (await harness.outbox()).length
    const body = { cc_email_addresses: ['books@example.com'] }
    expect(expectRefusal(await harness.ask(id, body), 'parameter_missing').param).toBe('email_override')
    expect(await harness.outbox()).toHaveLength(before)
  })

  test.each([
    ['cc_email_addresses.0', { cc_email_addresses: ['nobody'] }],
    [
      'cc_email_addresses.1',
      { cc_email_addresses: ['a@example.com', 'b@example.com\r\nBcc: c@example.com'] },
    ],
    [
      'cc_email_addresses',
      { cc_email_addresses: Array.from({ length: 100 }, (_, n) => `n${n}@example.com`) },
    ],
    ['email_override', { email_override: 'Ana <ana@example.com>' }],
    ['email_override', { email_override: 'a@example.com,b@example.com' }],
  ])('a receipt with a bad address is refused, and the error names %s', async (param, body) => {
    const { id } = await harness.pay()
    expect(expectRefusal(await harness.ask(id, body), 'parameter_invalid').param).toBe(param)
  })

  const to = { email_override: 'ana@example.com' }

  test('a receipt is refused while the intent is unpaid, declined, or cancelled unpaid', async () => {
    const { id } = await harness.must('payment_intents.create', { amount: 1234 })
    expectRefusal(await harness.ask(id, to), 'state_conflict')
    await harness.must('payment_intents.cancel', {}, `/payment_intents/${id}/cancel`)
    expectRefusal(await harness.ask(id, to), 'state_conflict')
    const declined = await harness.pay({}, { card: { ...card.card, number: '4000000000000002' } })
    expect(declined.latest_payment.status).toBe('failed')
    expectRefusal(await harness.ask(declined.id, to), 'state_conflict')
  })

  test('a receipt is refused while the outcome of the payment is unknown', async () => {
    const intent = await harness.must('payment_intents.create', { amount: 1234 })
    const silent = { ...card, card: { ...card.card, number: '4000000000050015' } }
    const method = await harness.must('tokens.create', { client_secret: intent.client_secret, ...silent })
    const path = `/payment_intents/${intent.id}`
    const paying = harness.must('payments.create', { payment_method_id: method.id }, `${path}/payments`)
    const status = async () => (await harness.must('payment_intents.get', undefined, path)).status
    await expect.poll(status).toBe('processing')
    expect(expectRefusal(await harness.ask(intent.id, to), 'state_conflict').message).toContain('processing')
    await harness.must('sandbox.clock.advance', { seconds: 60 })
    await paying
  })

  test("a receipt of another tenant's intent is refused as missing", async () => {
    const { id } = await harness.pay()
    const { privateKey: key, accountId } = await service.makeTenant()
    expectRefusal(await createReceiptHarness(ask, { key, accountId }).ask(id, to), 'resource_missing')
  })
})

describe('the outbox', () => {
  test("the outbox holds the mails of the accounts in the key's reach, newest first", async () => {
    const { id } = await harness.pay()
    await harness.send(id, { email_override: 'first@example.com' })
    await harness.send(id, { email_override: 'second@example.com' })
    const mails = await harness.outbox()
    expect(mails.slice(0, 2).map(({ to }) => to[0])).toEqual(['second@example.com', 'first@example.com'])
    const { privateKey: key, accountId } = await service.makeTenant()
    expect(await createReceiptHarness(ask, { key, accountId }).outbox()).toEqual([])
    expect(await createReceiptHarness(ask, { key, accountId: null }).outbox()).toEqual([])
  })
})
