import { describe, expect, test } from 'vitest'
import { type Counter, hsn, openCounter, until } from '../terminals-harness.ts'

async function counterWith(behaviour: Parameters<Counter['plug']>[0]) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  return { counter, sessionKey: await counter.open() }
}

async function lines(counter: Counter): Promise<string> {
  const shown = await counter.must('sandbox.virtual_terminals.get', { hsn } as never)
  return (shown as { screen: { lines: string[] } }).screen.lines.join('\n')
}

const shows = (counter: Counter, screen: string) =>
  until(async () => (await counter.screen()) === screen, screen)

/** What the options of section 4.4 show to the customer. */
describe('on the screen of a terminal', () => {
  test.each([
    [true, true],
    [false, false],
  ])('include_amount_display %s: the amount is shown beside the prompt: %s', async (shown, seen) => {
    const { counter, sessionKey } = await counterWith({ script: 'silent' })
    const body = {
      hsn,
      payment_intent_id: await counter.intent(1234),
      confirm_amount: false,
      include_amount_display: shown,
    }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await shows(counter, 'waiting_for_card')
    expect((await lines(counter)).includes('12.34')).toBe(seen)
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await running
  })

  test.each([
    [true, true],
    [false, false],
  ])(
    'include_amount_display %s of auth_manual: the amount is shown above the typed digits: %s',
    async (shown, seen) => {
      const { counter, sessionKey } = await counterWith({ script: 'silent' })
      const body = { hsn, payment_intent_id: await counter.intent(1234), include_amount_display: shown }
      const running = counter.call('terminals.auth_manual', body, { sessionKey })
      await shows(counter, 'typing')
      expect((await lines(counter)).includes('12.34')).toBe(seen)
      await counter.must('terminals.cancel', { hsn }, { sessionKey })
      await running
    },
  )

  test('confirm_amount asks for the amount first, even when it is not shown beside the prompt', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'silent' })
    const body = {
      hsn,
      payment_intent_id: await counter.intent(1234),
      include_amount_display: false,
      confirm_amount: true,
    }
    const running = counter.call('terminals.auth_card', body, { sessionKey })
    await shows(counter, 'confirm_amount')
    expect(await lines(counter)).toContain('12.34')
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await running
  })

  test('clear_display_delay: the outcome is shown for that long, then the terminal is idle', async () => {
    const { counter, sessionKey } = await counterWith({ entry: 'tap' })
    const body = { hsn, payment_intent_id: await counter.intent(500), clear_display_delay: 8000 }
    await counter.must('terminals.auth_card', body, { sessionKey })
    expect(await counter.screen()).toBe('outcome')
    await counter.advance(7)
    expect(await counter.screen()).toBe('outcome')
    await counter.advance(2)
    expect(await counter.screen()).toBe('welcome')
  })

  test('print_delay: the second copy is printed after a pause in which the first is torn off', async () => {
    const { counter, sessionKey } = await counterWith({ entry: 'tap' })
    const sale = { hsn, payment_intent_id: await counter.intent(500) }
    const { id } = (await counter.must('terminals.auth_card', sale, { sessionKey })) as { id: string }
    const body = { hsn, payment_id: id, print_extra_receipt: true, print_delay: 5000 }
    const printing = counter.call('terminals.print_receipt', body, { sessionKey })
    await until(async () => (await counter.printed()).length === 1, 'the first copy')
    await counter.advance(4)
    expect(await counter.printed()).toHaveLength(1)
    await counter.advance(1)
    expect(await printing).toMatchObject({ ok: true })
    const [first, second] = await counter.printed()
    expect(first).toContain('MERCHANT COPY')
    expect(second).toContain('CUSTOMER COPY')
  })

  test('a display of 1000 characters is shown line by line, and an empty one clears it', async () => {
    const { counter, sessionKey } = await counterWith({})
    const text = `One\nTwo\n${'x'.repeat(992)}`
    await counter.must('terminals.display', { hsn, text }, { sessionKey })
    expect(await lines(counter)).toBe(text)
    await counter.must('terminals.display', { hsn, text: '' }, { sessionKey })
    expect(await counter.screen()).toBe('welcome')
  })
})
