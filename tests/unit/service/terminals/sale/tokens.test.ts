import { describe, expect, test } from 'vitest'
import { isSavedAnswer } from '../../../../../src-service/commit.ts'
import type { VaultEntry } from '../../../../../src-service/vault/vault.ts'
import type { PaymentMethod } from '../../../../../src-shared/api/schemas/payment-method.ts'
import { paymentMethodSchema } from '../../../../../src-shared/api/schemas/payment-method.ts'
import { type Counter, codeOf, hsn, openCounter, until } from '../terminals-harness.ts'
import { chipOf, picture, visa, wireTerminal } from '../wired-terminal-harness.ts'

async function wired(capabilities = {}) {
  const counter = await openCounter()
  const terminal = await wireTerminal(counter, capabilities)
  const sessionKey = await counter.open()
  const read = (body = {}, name: 'terminals.read_card' | 'terminals.read_manual' = 'terminals.read_card') =>
    counter.must(name, { hsn, amount: 1000, ...body }, { sessionKey }) as Promise<PaymentMethod>
  return { counter, terminal, sessionKey, read }
}

const methods = ({ services }: Counter) => services.store.list<PaymentMethod>('payment_method', { limit: 10 })

/** Returns what the vault stores for a method, as payments.create opens it. */
async function vaulted({ services, merchant }: Counter, id: string) {
  const row = await services.store.get<VaultEntry>('vault_entry', merchant.account_id, id)
  if (row === null) throw new Error('nothing in the vault')
  return JSON.stringify(services.vault.open(id, row.document))
}

describe('read_card', () => {
  test('read_card makes a payment method with token, name and signature, and charges nothing', async () => {
    const { counter, read } = await wired()
    const method = await read()
    expect(paymentMethodSchema.parse(method)).toEqual(method)
    expect(method).toMatchObject({
      entity: 'payment_method',
      payment_method_type: 'card',
      source_type: 'sandbox',
      status: 'active',
      single_use_token: true,
      payment_intent_id: null,
      customer_id: null,
      billing_details: { name: 'Ana Torres' },
      signature: picture.data,
      card: {
        last_four_digits: '1111',
        first_six_digits: '411111',
        brand: 'Visa',
        exp_month: '12',
        exp_year: '2034',
        funding: 'credit',
        reuse_eligible: false,
      },
      meta_data: {
        entry_mode: 'EMVContact',
        card_present: true,
        signature: { format: 'bmp', gzipped: true, image_type: 'binary' },
      },
    })
    expect(counter.bank.asked).toHaveLength(0)
    expect((await methods(counter)).map((row) => row.document)).toEqual([method])
  })

  test('read_card stores the card in the vault for this method only, and never shows its number', async () => {
    const { counter, read } = await wired()
    const method = await read()
    expect(await vaulted(counter, method.id)).toContain(`"number":"${visa.number}"`)
    expect(JSON.stringify(method)).not.toContain(visa.number)
  })

  test.each(['Contactless', 'DigitalWallet'])(
    'read_card by %s returns no name, even when the terminal sends one',
    async (entryMode) => {
      const { counter, terminal, read } = await wired()
      terminal.present({ entryMode, chip: chipOf({ verification: 'none' }) })
      const method = await read()
      expect(method.billing_details).toEqual({})
      expect(await vaulted(counter, method.id)).not.toContain('name')
    },
  )

  test('read_card passes every option on to the terminal', async () => {
    const { terminal, read } = await wired()
    await read({
      include_amount_display: false,
      confirm_amount: false,
      beep: true,
      include_pin: true,
      aid: 'debit',
    })
    expect(terminal.sent('read_card')).toEqual({
      name: 'read_card',
      amount: 1000,
      show_amount: false,
      currency: 'USD',
      confirm_amount: false,
      aid: 'debit',
      include_pin: true,
      include_avs: false,
      beep: true,
    })
  })

  test('read_card shows the amount, has it confirmed, and requests a gzipped bitmap by default', async () => {
    const { terminal, read } = await wired()
    await read()
    expect(terminal.sent('read_card')).toMatchObject({
      show_amount: true,
      confirm_amount: true,
      include_pin: false,
      beep: false,
      aid: null,
    })
    expect(terminal.sent('read_signature')).toMatchObject({
      format: 'bmp',
      image_type: 'binary',
      gzip: true,
      width: 480,
      height: 160,
    })
  })

  test('read_card passes the requested form of the signature on', async () => {
    const { terminal, read } = await wired()
    await read({
      signature_format: 'png',
      signature_image_type: 'rgb',
      signature_dimensions: '200,80',
      gzip_signature: false,
    })
    expect(terminal.sent('read_signature')).toMatchObject({
      format: 'png',
      image_type: 'rgb',
      gzip: false,
      width: 200,
      height: 80,
    })
  })

  test.each([
    ['none is requested', { include_signature: false }, {}],
    ['a PIN verified the customer', { include_pin: true }, { chip: chipOf({ verification: 'pin' }) }],
    [
      'the customer’s own device verified the customer',
      {},
      { entryMode: 'DigitalWallet', chip: chipOf({ verification: 'device' }) },
    ],
    ['a small amount is tapped', {}, { entryMode: 'Contactless', chip: chipOf({ verification: 'none' }) }],
  ] as const)('read_card takes no signature when %s', async (_, body, card) => {
    const { terminal, read } = await wired()
    terminal.present(card)
    expect((await read(body)).signature).toBeNull()
    expect(terminal.commands.map(({ name }) => name)).not.toContain('read_signature')
  })

  test('options that the hardware does not support are refused before the card is read', async () => {
    const { counter, terminal, sessionKey } = await wired({ signature: false, pin_pad: false })
    const ask = async (options: object) =>
      codeOf(await counter.call('terminals.read_card', { hsn, amount: 1, ...options }, { sessionKey }))
    expect(await ask({ include_signature: true })).toBe('signature_unsupported')
    expect(await ask({ include_pin: true })).toBe('terminal_parameter_invalid')
    expect(terminal.commands).toHaveLength(0)
  })

  test('a terminal without a signature pad leaves the signature out', async () => {
    const { read } = await wired({ signature: false })
    expect((await read()).signature).toBeNull()
  })

  test('read_card does not keep the card of a customer who does not sign', async () => {
    const { counter, terminal, sessionKey } = await wired()
    terminal.fail('read_signature', 'cancelled_at_terminal')
    const asked = await counter.call('terminals.read_card', { hsn, amount: 1000 }, { sessionKey })
    expect(codeOf(asked)).toBe('terminal_cancelled')
    expect(await methods(counter)).toHaveLength(0)
    expect(await counter.services.store.list('vault_entry', { limit: 10 })).toHaveLength(0)
  })

  test('read_card returns the terminal to its idle screen, and publishes no authorizing step', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const followed = await counter.follow(sessionKey)
    const body = { hsn, amount: 1000, include_signature: false }
    await counter.must('terminals.read_card', body, { sessionKey })
    await until(async () => (await counter.screen()) === 'welcome', 'it rests')
    await counter.must('terminals.read_card', { ...body, include_signature: true }, { sessionKey })
    expect(await counter.screen()).toBe('message')
    await counter.advance(3)
    expect(await counter.screen()).toBe('welcome')
    expect(followed.steps()).not.toContain('authorizing')
    followed.stop()
  })

  test('a repeat of read_card with an idempotency key gets the same answer without asking for a card', async () => {
    const { counter, terminal, sessionKey } = await wired()
    const idempotency = { scope: 'read 1', fingerprint: 'its body', created_at: 0 }
    const ask = () => counter.call('terminals.read_card', { hsn, amount: 1000 }, { sessionKey, idempotency })
    const [first, again] = [await ask(), await ask()]
    if (!first.ok || !again.ok || !isSavedAnswer(first.value) || !isSavedAnswer(again.value))
      throw new Error('not saved')
    expect(again.value.body).toBe(first.value.body)
    expect(again.value.replayed).toBe(true)
    expect(terminal.commands.filter(({ name }) => name === 'read_card')).toHaveLength(1)
  })
})

describe('read_manual', () => {
  test('read_manual makes a payment method of a typed card, marked as card present', async () => {
    const { counter, terminal, read } = await wired()
    terminal.present({ card: visa })
    const method = await read({}, 'terminals.read_manual')
    expect(method).toMatchObject({
      single_use_token: true,
      status: 'active',
      billing_details: {},
      card: { last_four_digits: '1111', exp_month: '12' },
      meta_data: { entry_mode: 'keyed', card_present: true },
    })
    expect(await vaulted(counter, method.id)).toContain(`"number":"${visa.number}"`)
    expect(counter.bank.asked).toHaveLength(0)
  })

  test('read_manual asks for the expiration date by default', async () => {
    const { terminal, read } = await wired()
    await read({}, 'terminals.read_manual')
    expect(terminal.sent('read_manual')).toMatchObject({ amount: 1000, include_expiry: true, beep: false })
    await read({ include_expiration_date: false, beep: true }, 'terminals.read_manual')
    expect(terminal.sent('read_manual')).toMatchObject({ include_expiry: false, beep: true })
  })

  test('a card typed without its expiration date has none', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const body = { hsn, amount: 1000, include_expiration_date: false }
    const method = (await counter.must('terminals.read_manual', body, { sessionKey })) as PaymentMethod
    expect(method.card).toMatchObject({ last_four_digits: '1111', exp_month: '', exp_year: '' })
  })

  test('read_manual takes the signature in the requested form, or none', async () => {
    const { terminal, read } = await wired()
    const form = { signature_format: 'jpg', signature_image_type: 'rgb', signature_dimensions: '300,99' }
    await read({ ...form, gzip_signature: false }, 'terminals.read_manual')
    expect(terminal.sent('read_signature')).toMatchObject({
      format: 'jpg',
      image_type: 'rgb',
      width: 300,
      gzip: false,
    })
    expect((await read({ include_signature: false }, 'terminals.read_manual')).signature).toBeNull()
  })
})
