import { describe, expect, test } from 'vitest'
import { cardOf, withWear } from '../../../../src-terminal/cards/test-cards.ts'
import { describeScreen } from '../../../../src-terminal/device/describe-screen.ts'
import { decrypt, terminalAtRest } from '../device-harness.ts'
import {
  chiplessCard,
  green,
  insertVisa,
  readCard,
  readManual,
  red,
  type,
  visa,
  visaDebit,
  wornCard,
  yellow,
} from '../sample-commands.ts'

describe('read_card (section 4.4)', () => {
  test("an inserted card is read by its chip, with name and EMV tags, encrypted with the service's key", async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    expect(device.screen()).toMatchObject({ amount: 1481, insert: true, tap: true, swipe: true })
    await act(insertVisa)
    const reply = service.result('read_card', id)
    expect(reply).toMatchObject({
      entry_mode: 'EMVContact',
      cardholder_name: 'Ana Torres',
      chip: { aid: 'A0000000031010', application_label: 'VISA CREDIT', verification: 'signature' },
    })
    expect(await decrypt(reply.card)).toEqual({
      number: '4111111111111111',
      exp_month: '12',
      exp_year: '2034',
      name: 'Ana Torres',
    })
    expect(service.steps(id)).toEqual(['waiting_for_card', 'card_inserted'])
    expect(device.screen().kind).toBe('processing')
  })

  test('EMV tags have valid lengths, and the cryptogram is different for each sale', async () => {
    const { service, ask, act } = await terminalAtRest()
    const cryptograms: (string | undefined)[] = []
    for (const _ of [1, 2]) {
      const id = await ask(readCard)
      await act(insertVisa)
      const { chip } = service.result('read_card', id)
      expect(chip?.tvr).toMatch(/^[0-9A-F]{10}$/)
      expect(chip?.tsi).toMatch(/^[0-9A-F]{4}$/)
      expect(chip?.aid).toMatch(/^[0-9A-F]{10,32}$/)
      expect(chip?.cryptogram).toMatch(/^[0-9A-F]{16}$/)
      cryptograms.push(chip?.cryptogram)
      await act({ kind: 'remove_card' })
    }
    expect(new Set(cryptograms).size).toBe(2)
  })

  test('a tapped card is contactless and has no name', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    await act({ kind: 'tap_card', card: visa })
    const reply = service.result('read_card', id)
    expect(reply).toMatchObject({ entry_mode: 'Contactless', cardholder_name: null })
    expect(reply.chip?.verification).toBe('none')
    expect((await decrypt(reply.card)).name).toBeUndefined()
    expect(service.steps(id)).toEqual(['waiting_for_card', 'card_tapped'])
  })

  test('a swiped card has no chip data', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    await act({ kind: 'swipe_card', card: chiplessCard })
    expect(service.result('read_card', id)).toMatchObject({ entry_mode: 'Swipe', chip: null })
    expect(service.steps(id)).toContain('card_swiped')
  })

  test('with confirm_amount the customer confirms the amount before the card is read', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, confirm_amount: true })
    expect(device.screen()).toEqual({ kind: 'confirm_amount', amount: 1481, currency: 'USD' })
    await act(green)
    expect(device.screen().kind).toBe('waiting_for_card')
    expect(service.steps(id)).toEqual(['confirming_amount', 'waiting_for_card'])
  })

  test('a no to confirm_amount cancels the prompt', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, confirm_amount: true })
    await act(red)
    expect(service.failure(id)).toBe('cancelled_at_terminal')
  })

  test('a card that is inserted before the amount is confirmed is read right after', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, confirm_amount: true })
    await act(insertVisa)
    expect(service.steps(id)).toEqual(['confirming_amount'])
    await act(green)
    expect(service.result('read_card', id).entry_mode).toBe('EMVContact')
  })

  test('a hidden amount is neither shown nor confirmed', async () => {
    const { device, ask } = await terminalAtRest()
    await ask({ ...readCard, amount: null, confirm_amount: true })
    expect(device.screen()).toMatchObject({ kind: 'waiting_for_card', amount: null })
  })

  test.each([
    ['debit', visaDebit, 'A0000000980840'],
    ['credit', visaDebit, 'A0000000031010'],
    ['debit', visa, 'A0000000031010'],
  ] as const)(
    'the aid %s chooses the application, and debit falls back to credit',
    async (aid, card, expected) => {
      const { service, ask, act } = await terminalAtRest()
      const id = await ask({ ...readCard, aid })
      await act({ kind: 'insert_card', card })
      expect(service.result('read_card', id).chip?.aid).toBe(expected)
    },
  )

  test('with include_pin the PIN is requested, shown as dots, and sent encrypted only', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, include_pin: true })
    await act(insertVisa, ...type('123'), green)
    expect(device.screen()).toEqual({ kind: 'pin', digits: 3, notice: '' })
    await act(...type('49'), yellow, green)
    const reply = service.result('read_card', id)
    expect(reply.chip).toMatchObject({ verification: 'pin', tvr: '0000048000' })
    expect((await decrypt(reply.card)).pin).toBe('1234')
    expect(service.steps(id)).toContain('pin_entry')
  })

  test('with include_pin a tap needs no PIN, and a terminal without a PIN pad refuses the command', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, include_pin: true })
    await act({ kind: 'tap_card', card: visa })
    expect(service.result('read_card', id).entry_mode).toBe('Contactless')
    device.setCapabilities({ ...device.capabilities(), pin_pad: false })
    expect(service.failure(await ask({ ...readCard, include_pin: true }))).toBe('unsupported')
  })

  test('with include_avs the ZIP code is requested after the card', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, include_avs: true })
    await act({ kind: 'tap_card', card: visa }, ...type('94107'), green)
    expect((await decrypt(service.result('read_card', id).card)).postal_code).toBe('94107')
  })

  test('a card taken out too early ends the prompt, and nothing is sent', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, include_pin: true })
    await act(insertVisa, { kind: 'remove_card' })
    expect(service.failure(id)).toBe('card_removed')
  })

  test('a chip that cannot be read is replaced by the stripe after three attempts', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    for (const _ of [1, 2, 3]) {
      await act({ kind: 'insert_card', card: wornCard })
      expect(device.screen()).toMatchObject({ kind: 'waiting_for_card', tap: false })
      await act({ kind: 'remove_card' })
    }
    expect(device.screen()).toMatchObject({ insert: false, notice: 'Please swipe the card' })
    await act({ kind: 'swipe_card', card: wornCard })
    expect(service.result('read_card', id)).toMatchObject({ entry_mode: 'FallbackSwipe', chip: null })
  })

  test('a chip that cannot be read is unreadable without another reader', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    device.setCapabilities({ ...device.capabilities(), msr: false })
    const id = await ask(readCard)
    for (const _ of [1, 2, 3]) await act({ kind: 'insert_card', card: wornCard }, { kind: 'remove_card' })
    expect(service.failure(id)).toBe('card_unreadable')
  })

  test('a card may be typed while the terminal waits for one', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    await act({ kind: 'enter_by_hand' }, ...type('5555555555554444'), green, ...type('1234'), green)
    const reply = service.result('read_card', id)
    expect(reply).toMatchObject({ entry_mode: 'FallbackKeyed', chip: null, cardholder_name: null })
    expect(await decrypt(reply.card)).toEqual({
      number: '5555555555554444',
      exp_month: '12',
      exp_year: '2034',
    })
  })

  test('the red key cancels while the card is awaited; an inserted card must then be removed', async () => {
    const { service, device, clock, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, include_pin: true })
    await act(insertVisa, red)
    expect(service.failure(id)).toBe('cancelled_at_terminal')
    await clock.pass(1501)
    expect(device.screen().kind).toBe('remove_card')
    await act({ kind: 'remove_card' })
    expect(device.screen().kind).toBe('welcome')
  })

  test('a cancel before the card data are sent takes effect: nothing is sent', async () => {
    const { service, device, clock, ask } = await terminalAtRest({ pace: { readMs: 500, printLineMs: 0 } })
    const id = await ask(readCard)
    device.act(insertVisa)
    expect(device.screen().kind).toBe('reading_card')
    service.cancel(id)
    await clock.pass(2000)
    expect(service.failure(id)).toBe('cancelled_by_service')
    expect(service.received.some((message) => message.type === 'result')).toBe(false)
  })
})

describe('read_manual and auth_manual (section 4.4)', () => {
  test('a manual entry asks for number, expiry, security code and ZIP, each confirmed by the green key', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readManual)
    await act(...type('4242424242424242'), green)
    expect(device.screen()).toMatchObject({ kind: 'typing', field: 'expiry' })
    await act(...type('1229'), green, ...type('737'), green, ...type('10001'), green)
    const reply = service.result('read_manual', id)
    expect(reply.entry_mode).toBe('keyed')
    expect(await decrypt(reply.card)).toEqual({
      number: '4242424242424242',
      exp_month: '12',
      exp_year: '2029',
      cvv: '737',
      postal_code: '10001',
    })
    expect(service.steps(id)).toEqual(['entering_card'])
  })

  test('a manual entry asks for neither security code nor ZIP when they are not requested', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readManual, include_cvv: false, include_avs: false })
    await act(...type('4242424242424242'), green, ...type('1229'), green)
    expect(await decrypt(service.result('read_manual', id).card)).not.toHaveProperty('cvv')
  })

  test('an Amex has a security code of four digits', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readManual)
    await act(...type('378282246310005'), green, ...type('1229'), green, ...type('123'), green)
    expect(device.screen()).toMatchObject({ field: 'cvv', length: 3, notice: 'Too short' })
  })

  test.each([
    ['4242424242424241', '', 'Check the card number'],
    ['4242424242424242', '1329', 'Month 01 to 12, then the year'],
  ])('a typing mistake is shown and can be corrected', async (number, expiry, notice) => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readManual)
    await act(...type(number), green, ...(expiry === '' ? [] : [...type(expiry), green]))
    expect(device.screen()).toMatchObject({ kind: 'typing', notice })
    await act(yellow)
    expect(device.screen()).toMatchObject({ notice: '' })
  })

  test('the red key cancels a manual entry', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readManual)
    await act(...type('4242'), red)
    expect(service.failure(id)).toBe('cancelled_at_terminal')
  })
})

describe('data that must never leave the terminal unencrypted', () => {
  test('no message, no change and no screen text contains a card number, security code or PIN', async () => {
    const { service, changes, ask, act } = await terminalAtRest()
    const card = withWear(cardOf('4242424242424242'), 'no chip')
    await ask({ ...readCard, include_pin: true })
    await act({ kind: 'swipe_card', card }, ...type('86421'), green)
    await act({ kind: 'remove_card' })
    await ask(readManual)
    await act(...type('378282246310005'), green, ...type('1229'), green, ...type('9753'), green)
    await act(...type('10001'), green)
    const reported = JSON.stringify([service.received, changes])
    for (const secret of ['4242424242424242', '86421', '378282246310005', '9753']) {
      expect(reported).not.toContain(secret)
    }
    const words = changes.flatMap((change) =>
      change.kind === 'screen' ? describeScreen(change.screen).lines : [],
    )
    expect(words.join(' ')).not.toMatch(/\d{6}/)
  })

  test('the screen shows at most the first six and the last four digits of a typed number', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readManual)
    await act(...type('4242424242424242'))
    expect(device.screen()).toMatchObject({ shown: '4242 42•• •••• 4242', length: 16 })
  })
})
