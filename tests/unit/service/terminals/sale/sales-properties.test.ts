import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Payment } from '../../../../../src-shared/api/schemas/payment.ts'
import { paymentSchema } from '../../../../../src-shared/api/schemas/payment.ts'
import type { CommandFailure, TerminalCommandName } from '../../../../../src-shared/terminal/messages.ts'
import { hsn, openCounter } from '../terminals-harness.ts'
import { chipOf, visa, wireTerminal } from '../wired-terminal-harness.ts'

const failures: readonly CommandFailure[] = [
  'cancelled_at_terminal',
  'timed_out',
  'unsupported',
  'busy',
  'card_removed',
  'card_unreadable',
  'pin_blocked',
  'paper_out',
  'invalid',
]
const flag = fc.option(fc.boolean(), { nil: undefined })

const sale = fc.record({
  name: fc.constantFrom('terminals.auth_card' as const, 'terminals.auth_manual' as const),
  number: fc.constantFrom('4111111111111111', '4000000000000002', '4000056655665556'),
  entryMode: fc.constantFrom('EMVContact', 'Contactless', 'DigitalWallet', 'Swipe', 'FallbackKeyed'),
  verification: fc.constantFrom('pin' as const, 'signature' as const, 'none' as const, 'device' as const),
  amount: fc.constantFrom(1, 2499, 2500, 123_456),
  failing: fc.option(
    fc.record({
      command: fc.constantFrom<TerminalCommandName>(
        'read_card',
        'read_manual',
        'show_outcome',
        'read_signature',
        'print',
        'clear',
      ),
      failure: fc.constantFrom(...failures),
    }),
    { nil: undefined },
  ),
  options: fc.record({
    include_signature: flag,
    print_receipt: flag,
    print_extra_receipt: flag,
    include_avs: flag,
    include_amount_display: flag,
    gzip_signature: flag,
    beep: flag,
  }),
})

/** Sections 4.4 and 7: whatever fails at the terminal, and with any options, the reply is right about the money. */
test('the reply to a sale matches the state of its intent', async () => {
  const counter = await openCounter()
  const terminal = await wireTerminal(counter)
  await fc.assert(
    fc.asyncProperty(sale, async ({ name, number, entryMode, verification, amount, failing, options }) => {
      terminal.mend()
      const chip = entryMode === 'Swipe' || entryMode === 'FallbackKeyed' ? null : chipOf({ verification })
      const pin = verification === 'pin' ? { pin: '8642' } : {}
      terminal.present({ card: { ...visa, number, ...pin }, entryMode, chip })
      if (failing !== undefined) terminal.fail(failing.command, failing.failure)
      const opened = await counter.must('terminals.connect', { hsn, force: 'true' })
      const { session_key: sessionKey } = opened as { session_key: string }
      const id = await counter.intent(amount)
      const body = { hsn, payment_intent_id: id, ...options }
      const answer = await counter.call(name, body as never, { sessionKey })

      const intent = await counter.readIntent(id)
      const payments = await counter.payments(id)
      if (!answer.ok) {
        // A terminal error without the intent: nothing was charged.
        expect(answer.error.paymentIntent).toBeUndefined()
        expect(intent.status).toBe('created')
        expect(payments).toHaveLength(0)
        expect(failing?.command).toMatch(/^read_(card|manual)$/)
        return
      }
      const payment = paymentSchema.parse(answer.value) as Payment
      expect(payments).toEqual([payment])
      expect(intent.latest_payment).toEqual(payment)
      const declined = number === '4000000000000002'
      expect(payment.status).toBe(declined ? 'failed' : 'captured')
      expect(intent.status).toBe(declined ? 'created' : 'captured')
      expect(intent.amount_captured).toBe(declined ? 0 : amount)

      // The random letters and digits of an id may contain the four digits of the PIN.
      const answered = JSON.stringify(answer.value).replaceAll(/_[0-9a-z]{26}/g, '')
      expect(answered).not.toContain(number)
      expect(answered).not.toContain('8642')
      const stated = payment.emv_tag_data?.includes('Verified by PIN') === true
      if (stated) expect(payment.signature).toBeNull()
      if (stated) expect([payment.status, verification]).toEqual(['captured', 'pin'])
      if (declined || options.include_signature === false) expect(payment.signature).toBeNull()
    }),
    { numRuns: 150 },
  )
})
