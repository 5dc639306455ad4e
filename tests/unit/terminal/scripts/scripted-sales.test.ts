import { describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { AuthCardBody } from '../../../../src-shared/api/schemas/terminal-card.ts'
import type { Behaviour } from '../../../../src-terminal/scripts/behaviour.ts'
import {
  type Counter,
  hsn,
  openCounter,
  refusalOf,
  until,
} from '../../service/terminals/terminals-harness.ts'

/** What the POS gets from a sale on a scripted terminal: the table of docs/sandbox.md. */

type Fields = Partial<AuthCardBody>

async function counterWith(behaviour: Behaviour) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  return { counter, sessionKey: await counter.open() }
}

async function sale(behaviour: Behaviour, fields: Fields = {}, amount = 1481) {
  const { counter, sessionKey } = await counterWith(behaviour)
  const intent = await counter.intent(amount)
  const charge = () =>
    counter.call('terminals.auth_card', { hsn, payment_intent_id: intent, ...fields }, { sessionKey })
  return { counter, sessionKey, intent, charge }
}

async function paid(...args: Parameters<typeof sale>): Promise<Payment> {
  const answer = await (await sale(...args)).charge()
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value as Payment
}

describe('the result for the POS by the way in which the card is presented', () => {
  test.each([
    ['contactless', 'Contactless', 1481],
    ['contactless', 'EMVContact', 25_001],
    ['phone', 'DigitalWallet', 25_001],
    ['swipe', 'Swipe', 1481],
    ['swipes_chip_card', 'EMVContact', 1481],
    ['fallback_swipe', 'FallbackSwipe', 1481],
    ['fallback_keyed', 'FallbackKeyed', 1481],
  ] as const)(
    'the script %s presents its card with entry mode %s for %i cents',
    async (script, entryMode, amount) => {
      expect(await paid({ script }, {}, amount)).toMatchObject({ status: 'captured', entry_mode: entryMode })
    },
  )

  test('a phone has verified its owner, so no signature is needed for any amount', async () => {
    expect(await paid({ script: 'phone' }, {}, 99_900)).toMatchObject({ signature: null })
  })

  test.each([
    ['debit', undefined, 'A0000000980840'],
    ['debit_as_credit', undefined, 'A0000000031010'],
    ['debit', 'credit', 'A0000000031010'],
    ['debit_as_credit', 'debit', 'A0000000980840'],
  ] as const)('the card of the script %s, asked for aid %s, pays with %s', async (script, aid, expected) => {
    const payment = await paid({ script }, aid === undefined ? {} : { aid })
    expect(JSON.parse(payment.terminal_details?.emv_tag_data ?? '')).toMatchObject({ AID: expected })
  })

  test('a sale with wrong_pin is approved, verified by PIN, without a signature', async () => {
    const payment = await paid({ script: 'wrong_pin' }, { include_pin: true })
    expect(JSON.parse(payment.terminal_details?.emv_tag_data ?? '')).toMatchObject({ PIN: 'Verified by PIN' })
    expect(payment.signature).toBeNull()
  })

  test('a sale with pin_bypass and signature_retry is approved, with a signature', async () => {
    expect((await paid({ script: 'pin_bypass' }, { include_pin: true })).signature).not.toBeNull()
    expect((await paid({ script: 'signature_retry' })).signature).not.toBeNull()
  })
})

describe('the result for the POS when there is no card', () => {
  test.each([
    ['card_unreadable', 'could not be read'],
    ['pin_blocked', 'wrong PIN was entered three times'],
    ['removes_card', 'removed too early'],
    ['customer_cancels', 'customer cancelled'],
  ] as const)(
    'a sale with %s: the card %s, nothing was charged, and the intent stays open',
    async (script, words) => {
      const { counter, intent, charge } = await sale({ script }, { include_pin: true })
      const refusal = refusalOf(await charge())
      expect(refusal.code).toBe('terminal_cancelled')
      expect(refusal.message).toContain(words)
      expect(refusal.message).toContain('Nothing was charged')
      expect(await counter.payments(intent)).toEqual([])
      expect((await counter.readIntent(intent)).status).toBe('created')
    },
  )

  test.each([
    ['no_signature', { include_signature: true }, 'signature_unsupported'],
    ['no_printer', { print_receipt: true }, 'printing_unsupported'],
    ['no_pin_pad', { include_pin: true }, 'terminal_parameter_invalid'],
  ] as const)(
    'a sale with %s that needs the missing hardware is refused before the card is read',
    async (script, fields, code) => {
      expect(refusalOf(await (await sale({ script }, fields)).charge()).code).toBe(code)
    },
  )

  test('a terminal that reboots loses its link, charges nothing, and reconnects by itself', async () => {
    const { counter, intent, charge } = await sale({ script: 'reboots' })
    const refusal = refusalOf(await charge())
    expect(refusal.code).toBe('terminal_not_connected')
    expect(await counter.payments(intent)).toEqual([])
    expect(await counter.screen()).toBe('starting')
    await counter.change({ script: 'approve' })
    await counter.advance(10)
    await until(() => counter.module.context.links.isLinked(hsn), 'it is back')
    expect(await charge()).toMatchObject({ ok: true, value: { status: 'captured' } })
  })
})

describe('the result for the POS when the printer has no paper', () => {
  const print = async ({ counter, sessionKey }: Awaited<ReturnType<typeof counterWith>>, payment: Payment) =>
    counter.call('terminals.print_receipt', { hsn, payment_id: payment.id }, { sessionKey })

  test('a terminal with paper_out fails the first receipt and prints the next one', async () => {
    const at = await counterWith({ script: 'paper_out' })
    const body = { hsn, payment_intent_id: await at.counter.intent() }
    const payment = (await at.counter.must('terminals.auth_card', body, at)) as Payment
    expect(refusalOf(await print(at, payment)).code).toBe('printing_unsupported')
    await until(async () => (await at.counter.screen()) === 'welcome', 'a roll is in')
    expect((await print(at, payment)).ok).toBe(true)
    expect(await at.counter.printed()).toHaveLength(1)
  })

  test('a sale with prints_nothing is valid without its receipt', async () => {
    const { counter, charge } = await sale({ script: 'prints_nothing' }, { print_receipt: true })
    expect(await charge()).toMatchObject({ ok: true, value: { status: 'captured' } })
    expect(await counter.printed()).toEqual([])
  })
})

describe('the result for the POS from a terminal that is slow, late, or answers twice or not', () => {
  /** Advances the clock until the promise is settled. */
  async function passing<Value>(counter: Counter, pending: Promise<Value>): Promise<Value> {
    let over = false
    const done = () => {
      over = true
    }
    pending.then(done, done)
    while (!over) {
      counter.clock.advance(100)
      // Encryption takes real time.
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    return pending
  }

  test('a sale with slow_link gets every result, but later', async () => {
    const counter = await openCounter({ helloMs: 5000 })
    await passing(counter, counter.plug({ script: 'slow_link' }))
    const sessionKey = await passing(counter, counter.open())
    const body = { hsn, payment_intent_id: await counter.intent() }
    const payment = await passing(counter, counter.must('terminals.auth_card', body, { sessionKey }))
    expect(payment).toMatchObject({ status: 'captured', signature: { format: 'bmp' } })
  })

  test('a sale with answers_twice makes one payment', async () => {
    const { counter, intent, charge } = await sale({ script: 'answers_twice' })
    expect(await charge()).toMatchObject({ ok: true, value: { status: 'captured' } })
    expect(await counter.payments(intent)).toHaveLength(1)
    expect(counter.bank.asked).toHaveLength(1)
  })

  test('a sale with answers_late gets its outcome, even though each step took 5 s', async () => {
    const { counter, charge } = await sale({ script: 'answers_late' })
    expect(await passing(counter, charge())).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test.each(['answers_late', 'ignores_cancel'] as const)(
    'with %s, a card that arrives after the cancel is not charged',
    async (script) => {
      const { counter, intent, sessionKey, charge } = await sale({ script }, { confirm_amount: false })
      const charging = charge()
      await until(() => counter.module.context.running.on(hsn) !== null, 'it runs')
      await until(async () => (await counter.screen()) !== 'welcome', 'the terminal asks')
      await counter.must('terminals.cancel', { hsn }, { sessionKey })
      expect(refusalOf(await charging).code).toBe('terminal_cancelled')
      await counter.advance(10)
      await until(async () => ['processing', 'welcome'].includes(await counter.screen()), 'it was sent')
      expect(counter.bank.asked).toEqual([])
      expect(await counter.payments(intent)).toEqual([])
    },
  )

  test('a clock with clock_drift is measured and corrected by date_time', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'clock_drift' })
    const set = async () => {
      const dateTime = new Date(counter.clock.now()).toISOString()
      return counter.must('terminals.date_time', { hsn, dateTime }, { sessionKey })
    }
    const before = (await set()) as { offset_ms: number }
    expect(Math.abs(before.offset_ms + 420_000)).toBeLessThan(60_000)
    const after = (await set()) as { offset_ms: number }
    expect(Math.abs(after.offset_ms)).toBeLessThan(60_000)
  })
})
