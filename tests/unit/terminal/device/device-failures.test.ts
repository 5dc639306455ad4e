import { describe, expect, test } from 'vitest'
import { contactlessLimit } from '../../../../src-terminal/prompts/present-card.ts'
import { terminalAtRest } from '../device-harness.ts'
import {
  chiplessCard,
  green,
  insertVisa,
  phone,
  readCard,
  red,
  type,
  visa,
  visaDebit,
  wornCard,
  wornOutCard,
  yellow,
} from '../sample-commands.ts'

const take = { kind: 'remove_card' } as const

describe('a card that is presented in the wrong way', () => {
  test('a card with a chip must be inserted, even when it is swiped', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    await act({ kind: 'swipe_card', card: visa })
    expect(device.screen()).toMatchObject({ notice: 'This card has a chip. Please insert it' })
    await act(insertVisa)
    expect(service.result('read_card', id).entry_mode).toBe('EMVContact')
  })

  test('a terminal without a chip reader accepts the stripe', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    device.setCapabilities({ ...device.capabilities(), emv: false })
    const id = await ask(readCard)
    await act({ kind: 'swipe_card', card: visa })
    expect(service.result('read_card', id).entry_mode).toBe('Swipe')
  })

  test('a card with a worn chip cannot be swiped before the chip was tried three times', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readCard)
    await act({ kind: 'insert_card', card: wornCard }, take, { kind: 'swipe_card', card: wornCard })
    expect(device.screen()).toMatchObject({
      kind: 'waiting_for_card',
      notice: 'This card has a chip. Please insert it',
    })
  })

  test('a card that was not read must be removed before the next attempt', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readCard)
    await act({ kind: 'insert_card', card: wornCard })
    expect(device.screen()).toMatchObject({ cardIn: true, notice: 'Chip not read. Take the card out' })
    await act(take)
    expect(device.screen()).toMatchObject({ cardIn: false, notice: 'Insert it again' })
  })

  test('a card with neither chip nor stripe is typed by the customer', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    for (const _ of [1, 2, 3]) await act({ kind: 'insert_card', card: wornOutCard }, take)
    for (const _ of [1, 2, 3]) await act({ kind: 'swipe_card', card: wornOutCard })
    expect(device.screen()).toMatchObject({ kind: 'typing', notice: 'Card not read. Please type it' })
    await act(...type('4111111111111111'), green, ...type('1234'), green)
    expect(service.result('read_card', id).entry_mode).toBe('FallbackKeyed')
  })

  test('a stripe that cannot be read three times sends the customer to the chip reader', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readCard)
    for (const _ of [1, 2, 3]) await act({ kind: 'swipe_card', card: wornOutCard })
    expect(device.screen()).toMatchObject({ notice: 'Stripe not read. Please insert' })
  })

  test('a worn chip, and a card without one, do not respond to a tap', async () => {
    for (const card of [wornCard, chiplessCard]) {
      const { device, ask, act } = await terminalAtRest()
      await ask(readCard)
      await act({ kind: 'tap_card', card })
      expect(device.screen()).toMatchObject({ tap: false, notice: 'Not read. Please insert the card' })
    }
  })

  test('a phone cannot be inserted or swiped', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask(readCard)
    await act({ kind: 'insert_card', card: phone }, { kind: 'swipe_card', card: phone })
    expect(device.cardInSlot()).toBeNull()
    expect(device.screen()).toMatchObject({ kind: 'waiting_for_card', notice: '' })
  })
})

describe('the limit for taps', () => {
  test('a tap is sufficient up to 250.00', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask({ ...readCard, amount: contactlessLimit })
    await act({ kind: 'tap_card', card: visa })
    expect(service.result('read_card', id).entry_mode).toBe('Contactless')
  })

  test('a tap above the limit makes the terminal ask for the card, even when the amount is not shown', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask({ ...readCard, amount: contactlessLimit + 1, show_amount: false })
    await act({ kind: 'tap_card', card: visa })
    expect(device.screen()).toMatchObject({
      amount: null,
      tap: false,
      notice: 'Too much for a tap. Please insert',
    })
  })

  test('the limit for taps does not apply when a tap is the only way, nor to phones', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const first = await ask({ ...readCard, amount: 99_900 })
    await act({ kind: 'tap_card', card: phone })
    expect(service.result('read_card', first).entry_mode).toBe('DigitalWallet')
    device.setCapabilities({ ...device.capabilities(), emv: false, msr: false })
    const second = await ask({ ...readCard, amount: 99_900 })
    await act({ kind: 'tap_card', card: visa })
    expect(service.result('read_card', second).entry_mode).toBe('Contactless')
  })
})

describe('a card with several applications', () => {
  const insertDebit = { kind: 'insert_card', card: visaDebit } as const

  test.each([
    ['1', 'A0000000980840'],
    ['2', 'A0000000031010'],
  ] as const)('the key %s chooses the application', async (key, aid) => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    await act(insertDebit)
    expect(device.screen()).toEqual({
      kind: 'choose_application',
      applications: [
        { aid: 'A0000000980840', name: 'Visa Debit' },
        { aid: 'A0000000031010', name: 'Visa Credit' },
      ],
    })
    await act({ kind: 'key', key: '9' }, { kind: 'key', key })
    expect(service.result('read_card', id).chip?.aid).toBe(aid)
  })

  test('the red key cancels the choice, and removing the card ends it', async () => {
    const { service, ask, act } = await terminalAtRest()
    const first = await ask(readCard)
    await act(insertDebit, red, take)
    expect(service.failure(first)).toBe('cancelled_at_terminal')
    const second = await ask(readCard)
    await act(insertDebit, take)
    expect(service.failure(second)).toBe('card_removed')
  })

  test("a tap asks no question: the card's preferred application is used", async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(readCard)
    await act({ kind: 'tap_card', card: visaDebit })
    expect(service.result('read_card', id).chip?.aid).toBe('A0000000980840')
  })
})

describe('the PIN', () => {
  const withPin = { ...readCard, include_pin: true }

  test('a PIN that is wrong three times blocks the chip, and nothing is sent', async () => {
    const { service, device, ask, act } = await terminalAtRest()
    const id = await ask(withPin)
    await act(insertVisa, ...type('1111'), green)
    expect(device.screen()).toEqual({ kind: 'pin', digits: 0, notice: 'Wrong PIN. Try again' })
    await act(...type('11'), yellow)
    expect(device.screen()).toEqual({ kind: 'pin', digits: 1, notice: 'Wrong PIN. Try again' })
    await act(...type('111'), green)
    expect(device.screen()).toMatchObject({ notice: 'Wrong PIN. Last try' })
    await act(...type('1111'), green)
    expect(service.failure(id)).toBe('pin_blocked')
    expect(service.received.some((message) => message.type === 'result')).toBe(false)
  })

  test('a debit application requires the PIN', async () => {
    const { device, ask, act } = await terminalAtRest()
    await ask({ ...withPin, aid: 'debit' })
    await act({ kind: 'insert_card', card: visaDebit }, green)
    expect(device.screen()).toEqual({ kind: 'pin', digits: 0, notice: 'Debit needs your PIN' })
  })

  test('a PIN after a swipe is checked by the issuer only', async () => {
    const { service, ask, act } = await terminalAtRest()
    const id = await ask(withPin)
    await act({ kind: 'swipe_card', card: chiplessCard }, ...type('8642'), green)
    expect(service.result('read_card', id).entry_mode).toBe('Swipe')
  })
})
