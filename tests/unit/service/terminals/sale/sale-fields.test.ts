import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import type { AuthCardBody } from '../../../../../src-shared/api/schemas/terminal-card.ts'
import { codeOf, hsn, openCounter, refusalOf } from '../terminals-harness.ts'
import { chipOf, type Presented, visa, type WiredTerminal, wireTerminal } from '../wired-terminal-harness.ts'

type SaleOptions = Partial<Omit<AuthCardBody, 'hsn' | 'payment_intent_id'>> & {
  readonly include_cvv?: boolean
}

async function wired(capabilities = {}) {
  const counter = await openCounter()
  const terminal = await wireTerminal(counter, capabilities)
  const sessionKey = await counter.open()
  const call = async (
    options: SaleOptions,
    name: 'terminals.auth_card' | 'terminals.auth_manual' = 'terminals.auth_card',
  ) => {
    const body = { hsn, payment_intent_id: await counter.intent(1234), ...options }
    return counter.call(name, body as never, { sessionKey })
  }
  const sell = async (...options: Parameters<typeof call>) => {
    const sold = await call(...options)
    if (!sold.ok) throw new Error(sold.error.message)
    return sold.value as Payment
  }
  return {
    counter,
    terminal,
    call,
    sell,
    manual: (options: SaleOptions) => sell(options, 'terminals.auth_manual'),
  }
}

const prompted = (terminal: WiredTerminal) => terminal.commands.map(({ name }) => name)
const tagsOf = (payment: Payment) => JSON.parse(payment.emv_tag_data ?? '{}') as Record<string, string>

/** Section 4.4, with the defaults of docs/terminals.md. */
describe('auth_card without options', () => {
  test('auth_card without options shows and confirms the amount, asks for neither PIN nor ZIP, and does not beep', async () => {
    const { terminal, sell } = await wired()
    await sell({})
    expect(terminal.sent('read_card')).toEqual({
      name: 'read_card',
      amount: 1234,
      show_amount: true,
      currency: 'USD',
      confirm_amount: true,
      aid: null,
      include_pin: false,
      include_avs: false,
      beep: false,
    })
  })

  test('auth_card without options requests a gzipped 1-bit bitmap of 480 by 160, and prints nothing', async () => {
    const { terminal, sell } = await wired()
    await sell({})
    expect(terminal.sent('read_signature')).toMatchObject({
      format: 'bmp',
      image_type: 'binary',
      gzip: true,
      width: 480,
      height: 160,
    })
    expect(prompted(terminal)).toEqual(['read_card', 'show_outcome', 'read_signature'])
  })

  test('auth_card without options shows the outcome for 1.5 seconds, and returns no bin', async () => {
    const { terminal, sell } = await wired()
    const payment = await sell({})
    expect(terminal.sent('show_outcome')).toMatchObject({ approved: true, clear_after_ms: 1500 })
    expect(payment.gateway_response).not.toHaveProperty('bin')
  })
})

describe('auth_card with', () => {
  test.each([
    [{ aid: 'debit' }, { aid: 'debit' }],
    [{ aid: 'credit' }, { aid: 'credit' }],
    [{ include_amount_display: false }, { amount: 1234, show_amount: false, confirm_amount: true }],
    [{ confirm_amount: false }, { confirm_amount: false, show_amount: true }],
    [{ include_pin: true }, { include_pin: true }],
    [{ include_avs: true }, { include_avs: true }],
    [{ beep: true }, { beep: true }],
  ] as const)('auth_card with %j sends it to the terminal', async (option, command) => {
    const { terminal, sell } = await wired()
    await sell(option)
    expect(terminal.sent('read_card')).toMatchObject(command)
  })

  test('auth_card with include_signature false takes no signature', async () => {
    const { terminal, sell } = await wired()
    expect((await sell({ include_signature: false })).signature).toBeNull()
    expect(prompted(terminal)).not.toContain('read_signature')
  })

  test('auth_card with bin returns the first six digits, brand and funding in gateway_response, and no other digit', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ card: { ...visa, number: '4000056655665556' } })
    const { gateway_response } = await sell({ bin: true })
    expect(gateway_response.bin).toEqual({ first_six_digits: '400005', brand: 'Visa', funding: 'debit' })
    expect(JSON.stringify(gateway_response)).not.toContain('4000056')
  })

  test('auth_card with auth_code sends the voice authorization to the processor', async () => {
    const { counter, sell } = await wired()
    await sell({ auth_code: 'VOICE1' })
    expect(counter.bank.asked[0]?.auth_code).toBe('VOICE1')
    await sell({})
    expect(counter.bank.asked[1]?.auth_code).toBeNull()
  })

  test('auth_card with include_avs sends the postal code to the processor, and keeps the result of its check', async () => {
    const { counter, terminal, sell } = await wired()
    terminal.present({ card: { ...visa, postal_code: '94107' } })
    const payment = await sell({ include_avs: true })
    expect(counter.bank.asked[0]?.source).toMatchObject({ card: { postal_code: '94107' } })
    expect(payment).toMatchObject({
      avs: 'Y',
      address_postal_code_check: 'pass',
      billing_details: { postal_code: '94107' },
    })
  })

  test('auth_card with clear_display_delay shows the outcome for that long', async () => {
    const { terminal, sell } = await wired()
    await sell({ clear_display_delay: 4000 })
    expect(terminal.sent('show_outcome').clear_after_ms).toBe(4000)
    await sell({ clear_display_delay: 0 })
    expect(terminal.sent('show_outcome').clear_after_ms).toBe(0)
  })

  test('auth_card returns a signature of the requested form, kind, size and packing', async () => {
    const { terminal, sell } = await wired()
    await sell({
      signature_format: 'jpg',
      signature_image_type: 'rgb',
      signature_dimensions: '999,1',
      gzip_signature: false,
    })
    expect(terminal.sent('read_signature')).toMatchObject({
      format: 'jpg',
      image_type: 'rgb',
      gzip: false,
      width: 999,
      height: 1,
    })
  })
})

describe('receipts of a sale', () => {
  const printedCopies = (terminal: WiredTerminal) =>
    terminal.commands.flatMap((command) =>
      command.name === 'print' ? [{ delay: command.delay_ms, text: JSON.stringify(command.lines) }] : [],
    )

  test('print_receipt of a sale prints the customer’s copy', async () => {
    const { terminal, sell } = await wired()
    await sell({ print_receipt: true })
    const copies = printedCopies(terminal)
    expect(copies).toHaveLength(1)
    expect(copies[0]?.text).toContain('CUSTOMER COPY')
  })

  test('print_extra_receipt prints the merchant’s copy first, and print_delay is the pause between the two', async () => {
    const { terminal, sell } = await wired()
    await sell({ print_receipt: true, print_extra_receipt: true, print_delay: 3000 })
    const [first, second, more] = printedCopies(terminal)
    expect(first).toMatchObject({ delay: 0, text: expect.stringContaining('MERCHANT COPY') })
    expect(second).toMatchObject({ delay: 3000, text: expect.stringContaining('CUSTOMER COPY') })
    expect(more).toBeUndefined()
  })

  test('print_extra_receipt alone prints only the merchant’s copy', async () => {
    const { terminal, sell } = await wired()
    await sell({ print_extra_receipt: true })
    expect(printedCopies(terminal).map(({ text }) => text.includes('MERCHANT COPY'))).toEqual([true])
  })

  test.each(['print_receipt', 'print_extra_receipt'] as const)(
    '%s without a printer is refused before the card is read',
    async (option) => {
      const { terminal, call } = await wired({ printer: false })
      expect(refusalOf(await call({ [option]: true }))).toMatchObject({
        code: 'printing_unsupported',
        param: option,
      })
      expect(terminal.commands).toHaveLength(0)
    },
  )

  test('a receipt of a declined sale states the decline, and has no signature line', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ card: { ...visa, number: '4000000000000002' } })
    const payment = await sell({ print_receipt: true })
    expect(payment.status).toBe('failed')
    expect(prompted(terminal)).toEqual(['read_card', 'show_outcome', 'print'])
    expect(printedCopies(terminal)[0]?.text).toContain('DECLINED')
    expect((await sell({})).status).toBe('failed')
    expect(prompted(terminal).slice(3)).toEqual(['read_card', 'show_outcome'])
  })

  test('running out of paper does not change the sale', async () => {
    const { terminal, sell } = await wired()
    terminal.fail('print', 'paper_out')
    expect((await sell({ print_receipt: true })).status).toBe('captured')
  })
})

describe('a PIN', () => {
  const withPin: Partial<Presented> = {
    card: { ...visa, pin: '8642' },
    chip: chipOf({ verification: 'pin' }),
  }

  test('a verified PIN is stated, and no signature is requested', async () => {
    const { counter, terminal, sell } = await wired()
    terminal.present(withPin)
    const payment = await sell({ include_pin: true })
    expect(tagsOf(payment).PIN).toBe('Verified by PIN')
    expect(payment.signature).toBeNull()
    expect(prompted(terminal)).not.toContain('read_signature')
    expect(counter.bank.asked[0]?.source).toMatchObject({ card: { pin: '8642' } })
    expect(JSON.stringify(payment)).not.toContain('8642')
  })

  test('a PIN of a declined payment is not stated', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ ...withPin, card: { ...visa, number: '4000000000000002', pin: '8642' } })
    const payment = await sell({ include_pin: true })
    expect(payment.status).toBe('failed')
    expect(tagsOf(payment)).not.toHaveProperty('PIN')
  })

  test('a PIN that was requested but not entered is not stated, and the customer signs', async () => {
    const { terminal, sell } = await wired()
    const payment = await sell({ include_pin: true })
    expect(tagsOf(payment)).not.toHaveProperty('PIN')
    expect(prompted(terminal)).toContain('read_signature')
  })

  test('a PIN after a swipe is also stated, and no signature is requested', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ entryMode: 'Swipe', chip: null, card: { ...visa, pin: '8642' } })
    const payment = await sell({ include_pin: true })
    expect(tagsOf(payment)).toEqual({
      ARC: '00',
      PIN: 'Verified by PIN',
      'Network Label': 'Visa',
      Mode: 'Issuer',
    })
    expect(prompted(terminal)).not.toContain('read_signature')
  })

  test('a PIN that was not checked, because of a voice authorization, is not stated', async () => {
    const { terminal, sell } = await wired()
    terminal.present({ entryMode: 'Swipe', chip: null, card: { ...visa, pin: '8642' } })
    const payment = await sell({ include_pin: true, auth_code: 'VOICE1' })
    expect(payment.emv_tag_data).toBe('')
    expect(prompted(terminal)).toContain('read_signature')
  })

  test('a PIN cannot be requested from a terminal without a PIN pad', async () => {
    const { terminal, call } = await wired({ pin_pad: false })
    expect(refusalOf(await call({ include_pin: true }))).toMatchObject({
      code: 'terminal_parameter_invalid',
      param: 'include_pin',
    })
    expect(terminal.commands).toHaveLength(0)
  })
})

describe('auth_manual', () => {
  test('auth_manual without options asks for number and expiration date, shows the amount, and takes a signature', async () => {
    const { terminal, manual } = await wired()
    const payment = await manual({})
    expect(terminal.sent('read_manual')).toEqual({
      name: 'read_manual',
      amount: 1234,
      currency: 'USD',
      include_expiry: true,
      include_cvv: false,
      include_avs: false,
      beep: false,
    })
    expect(payment).toMatchObject({ entry_mode: 'keyed', card_present: true, signature: { format: 'bmp' } })
  })

  test.each([
    [{ include_cvv: true }, { include_cvv: true }],
    [{ include_avs: true }, { include_avs: true }],
    [{ include_amount_display: false }, { amount: null }],
    [{ beep: true }, { beep: true }],
  ])('auth_manual with %j sends it to the terminal', async (option, command) => {
    const { terminal, manual } = await wired()
    await manual(option)
    expect(terminal.sent('read_manual')).toMatchObject(command)
  })

  test('auth_manual with include_cvv sends the code to the processor, keeps the result, and stores the code nowhere', async () => {
    const { counter, terminal, manual } = await wired()
    terminal.present({ card: { ...visa, cvv: '987' } })
    const payment = await manual({ include_cvv: true })
    expect(counter.bank.asked[0]?.source).toMatchObject({ card: { cvv: '987' } })
    expect(payment).toMatchObject({ cvv: 'M', cvv_check: 'pass' })
    const [entry] = await counter.services.store.list('vault_entry', { limit: 1 })
    const opened = counter.services.vault.open(entry?.id ?? '', entry?.document as never)
    expect(JSON.stringify(opened)).not.toContain('987')
  })

  test('auth_manual accepts every other option of auth_card', async () => {
    const { counter, terminal, manual } = await wired()
    const payment = await manual({
      auth_code: 'VOICE2',
      clear_display_delay: 700,
      print_receipt: true,
      print_extra_receipt: true,
      print_delay: 10,
      signature_format: 'png',
      receipt_header: 'Hello',
    })
    expect(counter.bank.asked[0]?.auth_code).toBe('VOICE2')
    expect(terminal.sent('show_outcome').clear_after_ms).toBe(700)
    expect(terminal.sent('read_signature').format).toBe('png')
    expect(terminal.sent('print').delay_ms).toBe(10)
    expect(payment.terminal_details?.receipt_data.header).toBe('Hello')
    expect((await manual({ include_signature: false })).signature).toBeNull()
  })

  test('auth_manual refuses an unknown intent', async () => {
    const { call } = await wired()
    expect(codeOf(await call({ payment_intent_id: 'pi_none' } as never, 'terminals.auth_manual'))).toBe(
      'resource_missing',
    )
  })
})
