import { describe, expect, test } from 'vitest'
import type { Behaviour } from '../../../../src-terminal/scripts/behaviour.ts'
import { decrypt } from '../device-harness.ts'
import { readCard, readSignature, tip } from '../sample-commands.ts'
import { scripted } from './scripted-terminal-harness.ts'

const pinCard = { ...readCard, include_pin: true }

/** Runs a script's customer at one prompt for the card. */
async function presents(behaviour: Behaviour, command: Partial<typeof readCard> = {}) {
  const { service, run, terminal } = await scripted(behaviour)
  const id = await run({ ...readCard, ...command })
  return { id, terminal, service: service(), reply: () => service().result('read_card', id) }
}

describe('how a scripted customer presents the card', () => {
  test.each([
    ['contactless', 'Contactless'],
    ['phone', 'DigitalWallet'],
    ['swipe', 'Swipe'],
    ['swipes_chip_card', 'EMVContact'],
    ['fallback_swipe', 'FallbackSwipe'],
    ['fallback_keyed', 'FallbackKeyed'],
  ] as const)('the script %s reports the entry mode %s', async (script, mode) => {
    const { reply } = await presents({ script })
    expect(reply().entry_mode).toBe(mode)
    expect((await decrypt(reply().card)).number).toBe('4111111111111111')
  })

  test('the script contactless inserts the card for more than 250.00, when the terminal asks for it', async () => {
    const { reply } = await presents({ script: 'contactless' }, { amount: 25_001 })
    expect(reply().entry_mode).toBe('EMVContact')
  })

  test('the script phone has no limit and no PIN, since the phone has verified its owner', async () => {
    const { reply } = await presents({ script: 'phone' }, { amount: 99_900, include_pin: true })
    expect(reply().entry_mode).toBe('DigitalWallet')
    expect(reply().chip?.verification).toBe('device')
  })

  test('the script swipes_chip_card is not accepted by its stripe alone', async () => {
    const { service, id } = await presents({ script: 'swipes_chip_card' })
    expect(service.steps(id)).toEqual(['waiting_for_card', 'card_inserted'])
  })

  test('the script fallback_swipe tries the chip three times first', async () => {
    const { service, id } = await presents({ script: 'fallback_swipe' })
    expect(service.steps(id).filter((step) => step === 'card_inserted')).toHaveLength(3)
  })

  test('the script card_unreadable ends the prompt without a card', async () => {
    const { service, id } = await presents({ script: 'card_unreadable' })
    expect(service.failure(id)).toBe('card_unreadable')
  })

  test.each([
    ['debit', 'A0000000980840'],
    ['debit_as_credit', 'A0000000031010'],
  ] as const)('the script %s chooses the application when the merchant does not', async (script, aid) => {
    const { reply } = await presents({ script })
    expect(reply().chip?.aid).toBe(aid)
  })

  test('the script debit uses the merchant’s application without a question', async () => {
    const { reply } = await presents({ script: 'debit' }, { aid: 'credit' })
    expect(reply().chip?.aid).toBe('A0000000031010')
  })

  test('the script removes_card takes the card out before it has been read', async () => {
    const { service, id, terminal } = await presents({ script: 'removes_card' })
    expect(service.failure(id)).toBe('card_removed')
    expect(terminal.device.cardInSlot()).toBeNull()
  })
})

describe('the scripted customer at the PIN pad', () => {
  test('the script wrong_pin types the right PIN at the second attempt', async () => {
    const { reply } = await presents({ script: 'wrong_pin' }, pinCard)
    expect((await decrypt(reply().card)).pin).toBe('1234')
    expect(reply().chip?.verification).toBe('pin')
  })

  test('the script pin_blocked ends the prompt with three wrong PINs', async () => {
    const { service, id } = await presents({ script: 'pin_blocked' }, pinCard)
    expect(service.failure(id)).toBe('pin_blocked')
  })

  test('the script pin_bypass continues without a PIN, and the signature verifies the customer', async () => {
    const { reply } = await presents({ script: 'pin_bypass' }, pinCard)
    expect((await decrypt(reply().card)).pin).toBeUndefined()
    expect(reply().chip).toMatchObject({ verification: 'signature', tvr: '0000088000' })
  })

  test('the script pin_bypass fails with debit, which requires the PIN', async () => {
    const { reply } = await presents({ script: 'pin_bypass', card: '4000056655665556' }, pinCard)
    expect((await decrypt(reply().card)).pin).toBe('1234')
  })

  test('a behaviour may set the PIN', async () => {
    const { service, id } = await presents({ pin: '4321' }, pinCard)
    expect(service.failure(id)).toBe('pin_blocked')
  })
})

describe('the scripted customer at the other prompts', () => {
  test('the script custom_tip types 3.33, regardless of the presets', async () => {
    const { service, run } = await scripted({ script: 'custom_tip' })
    expect(service().result('tip', await run(tip))).toEqual({ tip: 333 })
    const presets = { ...tip, amount: 333, percent_presets: [100] }
    expect(service().result('tip', await run(presets))).toEqual({ tip: 333 })
  })

  test('the script partial pays with a card that the processor approves in part', async () => {
    const { reply } = await presents({ script: 'partial' })
    expect((await decrypt(reply().card)).number).toBe('4111111111111111')
  })

  test('the script signature_retry leaves the cleared strokes out of the signature', async () => {
    const retried = await scripted({ script: 'signature_retry' })
    const plain = await scripted({})
    const answer = retried.service().result('read_signature', await retried.run(readSignature))
    expect(answer).toEqual(plain.service().result('read_signature', await plain.run(readSignature)))
  })

  test('the customer takes think_ms for each step', async () => {
    const { service, run, clock, settle } = await scripted({ think_ms: 2000 })
    const id = await run({ ...readCard, confirm_amount: true })
    await clock.pass(1800)
    expect(service().steps(id)).toEqual(['confirming_amount'])
    await clock.pass(200)
    expect(service().steps(id)).toEqual(['confirming_amount', 'waiting_for_card'])
    await clock.pass(2000)
    await settle()
    expect(service().result('read_card', id).entry_mode).toBe('EMVContact')
  })
})
