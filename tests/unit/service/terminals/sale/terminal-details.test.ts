import { describe, expect, test, vi } from 'vitest'
import type { EntryMode, Payment, ReceiptData } from '../../../../../src-shared/api/schemas/payment.ts'
import { type Counter, hsn, openCounter } from '../terminals-harness.ts'
import { chipOf, type Presented, visa, wireTerminal } from '../wired-terminal-harness.ts'

async function wired(capabilities = {}) {
  const counter = await openCounter()
  const terminal = await wireTerminal(counter, capabilities)
  const sessionKey = await counter.open()
  const sell = async (options = {}, amount = 1234) => {
    const body = { hsn, payment_intent_id: await counter.intent(amount), ...options }
    return (await counter.must('terminals.auth_card', body, { sessionKey })) as Payment
  }
  return { counter, terminal, sessionKey, sell }
}

const receiptOf = (payment: Payment): ReceiptData => {
  if (payment.terminal_details === null) throw new Error('no terminal_details')
  return payment.terminal_details.receipt_data
}
const tagsOf = (payment: Payment) => JSON.parse(payment.emv_tag_data ?? '') as Record<string, string>

/** Changes the merchant's time zone. */
function inZone({ services }: Counter, timezone: string): void {
  const { account } = services.accounts
  vi.spyOn(services.accounts, 'account').mockImplementation(async (id) => {
    const found = await account(id)
    if (found === null) return null
    const { document } = found
    return { ...found, document: { ...document, merchant: { ...document.merchant, timezone } } }
  })
}

/** Section 2.10. */
describe('receipt_data', () => {
  test('receipt_data has every field of section 2.10 as text, with both spellings of the address fields', async () => {
    const { sell } = await wired()
    const receipt = receiptOf(await sell())
    expect(receipt).toEqual({
      dba: 'Training Store',
      address1: '1 Main Street',
      address_1: '1 Main Street',
      address2: 'Springfield, IL 62701',
      address_2: 'Springfield, IL 62701',
      phone: expect.any(String),
      header: '',
      order_note: '',
      date_time: expect.stringMatching(/^\d{14}$/),
      items: '',
      name_on_card: 'Ana Torres',
      footer: '',
      merchant_id: expect.stringMatching(/^\*+\w{4}$/),
    })
  })

  test.each([
    ['receipt_header', 'header', undefined],
    ['receipt_footer', 'footer', undefined],
    ['receipt_dba', 'dba', undefined],
    ['receipt_phone', 'phone', undefined],
    ['receipt_address1', 'address1', 'address_1'],
    ['receipt_address2', 'address2', 'address_2'],
  ] as const)('the option %s replaces the merchant’s own value', async (option, field, spelling) => {
    const { sell } = await wired()
    const receipt = receiptOf(await sell({ [option]: 'As asked' }))
    expect(receipt[field]).toBe('As asked')
    if (spelling !== undefined) expect(receipt[spelling]).toBe('As asked')
    const empty = receiptOf(await sell({ [option]: '' }))
    expect(empty[field]).toBe('')
  })

  test('receipt_data has the merchant’s local time', async () => {
    const { counter, sell } = await wired()
    inZone(counter, 'Asia/Tokyo')
    const at = counter.clock.now()
    const { date_time } = receiptOf(await sell())
    const utc = Date.parse(
      date_time.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6+09:00'),
    )
    expect(Math.abs(utc - at)).toBeLessThan(60_000)
  })

  test('receipt_data contains the order’s note and items', async () => {
    const { counter, terminal, sessionKey } = await wired()
    const id = await counter.intent(500)
    const { store } = counter.services
    const row = await store.get<object>('payment_intent', counter.merchant.account_id, id)
    if (row === null) throw new Error('no intent')
    const items = [{ name: 'Coffee', quantity: 2 }]
    const document = { ...row.document, description: 'Table 4', order_details: { items } }
    const next = { ...row, version: row.version + 1, document }
    await store.commit({ writes: [{ op: 'update', kind: 'payment_intent', row: next }] })
    const body = { hsn, payment_intent_id: id }
    const payment = (await counter.must('terminals.auth_card', body, { sessionKey })) as Payment
    expect(receiptOf(payment)).toMatchObject({ order_note: 'Table 4', items: JSON.stringify(items) })
    expect(terminal.commands.length).toBeGreaterThan(0)
  })

  test('receipt_data has no name after a tap', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ entryMode: 'Contactless', chip: chipOf({ verification: 'none' }) })
    const payment = await sell()
    expect(receiptOf(payment).name_on_card).toBe('')
    expect(payment.billing_details).toEqual({})
  })

  test('receipt_data masks the merchant id except for its last four characters', async () => {
    const { counter, sell } = await wired()
    const { merchant_id } = receiptOf(await sell())
    expect(merchant_id).toBe(counter.merchant.merchant_id.replace(/.(?=.{4})/g, '*'))
    expect(merchant_id).not.toBe(counter.merchant.merchant_id)
  })

  test('receipt_data is also present for a decline, since the customer may want it', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ card: { ...visa, number: '4000000000000002' } })
    const payment = await sell({ receipt_header: 'Hello' })
    expect(payment.status).toBe('failed')
    expect(receiptOf(payment)).toMatchObject({ dba: 'Training Store', header: 'Hello' })
  })

  test("receipt_data never contains the card's expiration date or more than its last digits", async () => {
    const { sell } = await wired()
    // The receipt's own date may contain the digits of the card's date.
    const { date_time: _, ...receipt } = receiptOf(await sell())
    const text = JSON.stringify(receipt)
    for (const secret of [visa.number, '411111', '12/34']) expect(text).not.toContain(secret)
    // An id may contain these digits among others.
    expect(text).not.toMatch(/\b2034\b/)
  })
})

/** Section 2.3 and docs/terminals.md. */
describe('the entry mode', () => {
  const cards: readonly (readonly [EntryMode, Partial<Presented>])[] = [
    ['EMVContact', {}],
    ['Contactless', { chip: chipOf({ verification: 'none' }) }],
    ['DigitalWallet', { chip: chipOf({ verification: 'device' }) }],
    ['Swipe', { chip: null }],
    ['FallbackSwipe', { chip: null }],
    ['FallbackKeyed', { chip: null, name: null, card: visa }],
  ]
  test.each(cards)(
    'the entry mode %s is in the payment and its terminal_details, and the card is present',
    async (entryMode, card) => {
      const { terminal, sell } = await wired()
      terminal.present({ ...card, entryMode })
      const payment = await sell()
      expect(payment).toMatchObject({
        entry_mode: entryMode,
        card_present: true,
        terminal_details: { entry_mode: entryMode },
      })
      if (card.chip === null) expect(payment.emv_tag_data).toBe('')
    },
  )

  test('the entry mode of auth_manual is keyed', async () => {
    const { counter, sessionKey } = await wired()
    const body = { hsn, payment_intent_id: await counter.intent() }
    expect(await counter.must('terminals.auth_manual', body, { sessionKey })).toMatchObject({
      entry_mode: 'keyed',
      card_present: true,
      emv_tag_data: '',
      terminal_details: { entry_mode: 'keyed', emv_tag_data: '' },
    })
  })
})

describe('emv_tag_data', () => {
  test('emv_tag_data is a JSON string with every tag of the chip, and the bank’s answer', async () => {
    const { sell } = await wired()
    const payment = await sell()
    expect(tagsOf(payment)).toEqual({
      TVR: '0000008000',
      TSI: 'E800',
      AID: 'A0000000031010',
      IAD: '06011203A00000',
      ARC: '00',
      'Application Label': 'VISA CREDIT',
      'Application Preferred Name': 'Visa Credit',
      'Application Cryptogram': '1122334455667788',
      'Network Label': 'Visa',
      Mode: 'Issuer',
    })
    expect(payment.terminal_details?.emv_tag_data).toBe(payment.emv_tag_data)
  })

  test('emv_tag_data of a decline contains the bank’s code', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ card: { ...visa, number: '4000000000000002' } })
    expect(tagsOf(await sell())).toMatchObject({ ARC: '05' })
  })

  test.each([
    [2499, 'none', 'No signature required', null],
    [2500, 'none', undefined, 'bmp'],
    [9900, 'device', 'Verified by device', null],
  ] as const)(
    'emv_tag_data of a tap of %i cents verified by %s has the CVM %s',
    async (amount, verification, statement, signature) => {
      const { terminal, sell } = await wired()
      const entryMode = verification === 'device' ? 'DigitalWallet' : 'Contactless'
      terminal.present({ entryMode, chip: chipOf({ verification }) })
      const payment = await sell({}, amount)
      expect(tagsOf(payment)).toMatchObject({ Mode: 'Contactless' })
      expect(tagsOf(payment).CVM).toBe(statement)
      expect(payment.signature?.format ?? null).toBe(signature)
    },
  )

  test.each([
    ['4000056655665556', 'debit', 'A0000000980840'],
    ['4000056655665556', 'credit', 'A0000000031010'],
    ['4111111111111111', 'debit', 'A0000000031010'],
    ['4111111111111111', 'credit', 'A0000000031010'],
  ] as const)(
    'emv_tag_data of card %s with aid %s has the application %s: debit falls back to credit',
    async (card, aid, application) => {
      const counter = await openCounter()
      await counter.plug({ card })
      const sessionKey = await counter.open()
      const body = { hsn, payment_intent_id: await counter.intent(), aid }
      const payment = (await counter.must('terminals.auth_card', body, { sessionKey })) as Payment
      expect(tagsOf(payment).AID).toBe(application)
    },
  )
})

/** Section 2.10, terminal. */
describe('terminal_details and list_terminals', () => {
  const capabilities = {
    screen_dimension_x: 320,
    screen_dimension_y: 240,
    pin_pad: true,
    msr: true,
    emv: true,
    nfc: false,
    signature: false,
    printer: true,
  }
  const details = (counter: Counter) =>
    counter.must('terminals.terminal_details', { merchant_id: counter.merchant.merchant_id })

  test('terminal_details has every field of section 2.10, as the terminal reported in its hello', async () => {
    const { counter } = await wired(capabilities)
    expect(await details(counter)).toEqual({
      terminal_details: [
        {
          hsn,
          name: expect.any(String),
          connected: true,
          device_type: 'Wired',
          environment: expect.any(String),
          device_capabilities: capabilities,
          // Fields of this service beyond the specification.
          ...{ held_by: { name: null, since: expect.any(String) }, linked_at: expect.any(String) },
          software_version: expect.any(String),
        },
      ],
    })
  })

  test('the field connected shows the current state of the link', async () => {
    const { counter, terminal } = await wired()
    terminal.disconnect()
    expect(await details(counter)).toMatchObject({ terminal_details: [{ hsn, connected: false }] })
  })

  test('terminal_details and list_terminals need no session key', async () => {
    const { counter } = await wired()
    const body = { merchant_id: counter.merchant.merchant_id }
    expect(await counter.must('terminals.list_terminals', body)).toEqual({ terminals: [hsn] })
  })
})
