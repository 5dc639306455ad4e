import { describe, expect, test } from 'vitest'
import type { Payment, ReceiptData } from '../../../../../src-shared/api/schemas/payment.ts'
import { codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'
import { wireTerminal } from '../wired-terminal-harness.ts'

async function paid(name: 'terminals.auth_card' | 'terminals.auth_manual' = 'terminals.auth_card') {
  const counter = await openCounter()
  const terminal = await wireTerminal(counter)
  const sessionKey = await counter.open()
  const body = { hsn, payment_intent_id: await counter.intent(), receipt_footer: 'Come again' }
  const payment = (await counter.must(name, body, { sessionKey })) as Payment
  const print = (request = {}) =>
    counter.call('terminals.print_receipt', { hsn, payment_id: payment.id, ...request }, { sessionKey })
  const copies = () => terminal.commands.flatMap((command) => (command.name === 'print' ? [command] : []))
  return { counter, terminal, sessionKey, payment, print, copies }
}

/** Section 4.4. */
describe('print_receipt', () => {
  test('print_receipt prints the customer’s copy at once, and returns its text', async () => {
    const { payment, print, copies } = await paid()
    const printed = await print()
    expect(printed).toMatchObject({
      ok: true,
      value: { receipt_data: payment.terminal_details?.receipt_data },
    })
    expect(copies()).toHaveLength(1)
    expect(copies()[0]?.delay_ms).toBe(0)
    const text = JSON.stringify(copies()[0]?.lines)
    for (const part of ['CUSTOMER COPY', 'Come again', '$12.34', 'Visa **** 1111']) {
      expect(text).toContain(part)
    }
  })

  test('print_receipt prints the merchant’s copy first on request, with the requested pause', async () => {
    const { print, copies } = await paid()
    await print({ print_extra_receipt: true, print_delay: 60_000 })
    expect(copies().map(({ delay_ms }) => delay_ms)).toEqual([0, 60_000])
    expect(JSON.stringify(copies()[0]?.lines)).toContain('MERCHANT COPY')
  })

  test('print_receipt also prints keyed payments', async () => {
    const { print, copies } = await paid('terminals.auth_manual')
    expect(await print()).toMatchObject({ ok: true })
    expect(JSON.stringify(copies()[0]?.lines)).toContain('Keyed')
  })

  test.each(['paper_out', 'unsupported'] as const)(
    'print_receipt that fails with %s returns an error with the text of the receipt',
    async (failure) => {
      const { terminal, payment, print } = await paid()
      terminal.fail('print', failure)
      const refusal = refusalOf(await print())
      expect(refusal.code).toBe('printing_unsupported')
      expect(refusal.receiptData).toEqual(payment.terminal_details?.receipt_data as ReceiptData)
    },
  )

  test("print_receipt is refused while the payment's outcome is unknown, and prints nothing", async () => {
    const counter = await openCounter()
    await counter.plug({ card: '4000000000050015' })
    const sessionKey = await counter.open()
    const intent = await counter.intent()
    const body = { hsn, payment_intent_id: intent }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.advance(31)
    await running
    const payment = (await counter.payments(intent))[0]
    expect(payment?.status).toBe('processing')
    const refusal = refusalOf(
      await counter.call('terminals.print_receipt', { hsn, payment_id: payment?.id ?? '' }, { sessionKey }),
    )
    expect(refusal.code).toBe('state_conflict')
    expect(refusal.message).toContain('processing')
    expect(await counter.printed()).toEqual([])
  })

  test('print_receipt that the customer cancels is answered as cancelled, and the payment stays valid', async () => {
    const { counter, terminal, payment, print } = await paid()
    terminal.fail('print', 'cancelled_at_terminal')
    expect(codeOf(await print())).toBe('terminal_cancelled')
    expect((await counter.readIntent(payment.payment_intent_id)).status).toBe('captured')
  })
})
