import { describe, expect, test, vi } from 'vitest'
import type { VirtualTerminal } from '../../../../../src-shared/api/schemas/sandbox.ts'
import { hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'
import { voidAsRepairDoes } from './void-as-repair-does.ts'

describe('an authorization that was voided because its outcome stayed unknown', () => {
  test('an authorization that was voided for an unknown outcome is answered as voided, and the intent takes another card', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    counter.bank.hold()
    const intent = await counter.intent()
    const body = { hsn, payment_intent_id: intent }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await voidAsRepairDoes(counter, intent)
    counter.bank.release()
    const refusal = refusalOf(await running)
    expect(refusal).toMatchObject({
      code: 'authorization_voided',
      paymentIntent: { id: intent, status: 'created', latest_payment: { status: 'failed' } },
    })
    expect(refusal.message).toContain('not charged')
    const again = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(again).toMatchObject({ status: 'captured' })
  })

  test('an authorization that was voided is answered as voided, even when the time limit passed first', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    counter.bank.hold()
    const intent = await counter.intent()
    const running = counter.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await voidAsRepairDoes(counter, intent)
    counter.clock.advance(151_000)
    counter.bank.release()
    expect(refusalOf(await running).code).toBe('authorization_voided')
  })

  test('an authorization that could not be written is not answered, and is shown as not yet known', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    counter.bank.hold()
    const intent = await counter.intent()
    const running = counter.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    const { store } = counter.services
    const ways = ['get', 'together', 'commit'] as const
    const gone = ways.map((way) => vi.spyOn(store, way).mockRejectedValue(new Error('the disk is gone')))
    counter.bank.release()
    await expect(running).rejects.toThrow('the disk is gone')
    for (const one of gone) one.mockRestore()
    const { screen } = (await counter.must('sandbox.virtual_terminals.get', {
      hsn,
    } as never)) as VirtualTerminal
    expect(screen.lines.join(' ')).toContain('No answer from the bank yet')
  })

  test('an authorization that never reached the processor is not shown or printed as a decline', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    counter.bank.hold()
    const intent = await counter.intent()
    const body = { hsn, payment_intent_id: intent, print_receipt: true }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await voidAsRepairDoes(counter, intent, 'not_processed')
    counter.bank.release()
    expect(await running).toMatchObject({
      ok: true,
      value: { status: 'failed', failure_code: 'not_processed' },
    })
    const { screen, printed } = (await counter.must('sandbox.virtual_terminals.get', {
      hsn,
    } as never)) as VirtualTerminal
    expect(screen.lines.join(' ')).toContain('not charged')
    expect(printed).toEqual([])
  })
})
