import { describe, expect, test } from 'vitest'
import { codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

async function counterWith(behaviour: Parameters<Awaited<ReturnType<typeof openCounter>>['plug']>[0] = {}) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  return { counter, sessionKey: await counter.open() }
}

describe('tip', () => {
  test('a tip is returned in cents as strings', async () => {
    const { counter, sessionKey } = await counterWith({ tip: '20%' })
    const body = { hsn, amount: 1234, tip_percent_presets: [15, 18, 20] }
    expect(await counter.must('terminals.tip', body, { sessionKey })).toEqual({
      tip: '247',
      amount: '1234',
      total: '1481',
    })
  })

  test('by default the customer may enter a tip of any amount', async () => {
    const { counter, sessionKey } = await counterWith({ tip: 333 })
    expect(await counter.must('terminals.tip', { hsn, amount: 1000 }, { sessionKey })).toMatchObject({
      tip: '333',
      total: '1333',
    })
  })

  test('a customer may give no tip', async () => {
    const { counter, sessionKey } = await counterWith({ tip: 0 })
    const body = { hsn, amount: 1000, tip_percent_presets: [10] }
    expect(await counter.must('terminals.tip', body, { sessionKey })).toMatchObject({
      tip: '0',
      total: '1000',
    })
  })

  test('a tip without choices is refused, and the error names the parameter', async () => {
    const { counter, sessionKey } = await counterWith()
    const body = { hsn, amount: 1000, include_custom_tip_amount: false }
    expect(refusalOf(await counter.call('terminals.tip', body, { sessionKey }))).toMatchObject({
      code: 'terminal_parameter_missing',
      param: 'tip_percent_presets',
    })
  })

  test('a tip that the customer cancels is answered as cancelled', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'silent' })
    const asked = counter.call(
      'terminals.tip',
      { hsn, amount: 1000, tip_percent_presets: [10] },
      { sessionKey },
    )
    await until(async () => (await counter.screen()) === 'tip', 'the prompt')
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    expect(codeOf(await asked)).toBe('terminal_cancelled')
  })
})

describe('display', () => {
  test('display shows a text, and an empty one clears it', async () => {
    const { counter, sessionKey } = await counterWith()
    expect(await counter.must('terminals.display', { hsn, text: 'One\nTwo' }, { sessionKey })).toEqual({
      text: 'One\nTwo',
    })
    expect(await counter.screen()).toBe('message')
    await counter.must('terminals.display', { hsn, text: '' }, { sessionKey })
    expect(await counter.screen()).toBe('welcome')
  })
})

describe('date_time', () => {
  test('date_time sets the clock and returns how far it was off', async () => {
    const { counter, sessionKey } = await counterWith()
    const ahead = new Date(counter.clock.now() + 60_000).toISOString()
    const set = await counter.must('terminals.date_time', { hsn, dateTime: ahead }, { sessionKey })
    const { offset_ms } = set as { offset_ms: number }
    expect(offset_ms).toBeGreaterThan(-61_000)
    expect(offset_ms).toBeLessThan(-1_000)
    expect(set).toMatchObject({ success: true, date_time: ahead })
  })

  test('date_time accepts a time with an offset and returns it in UTC', async () => {
    const { counter, sessionKey } = await counterWith()
    const body = { hsn, dateTime: '2026-11-21T14:05:00+02:00' }
    expect(await counter.must('terminals.date_time', body, { sessionKey })).toMatchObject({
      date_time: '2026-11-21T12:05:00.000Z',
    })
  })
})

describe('date_time with a year that no clock can show', () => {
  test.each([
    '0808-02-29T21:03:40',
    '0808-02-29T21:03:40Z',
    '9999-12-31T23:59:59',
    '9999-12-31T23:59:59-12:00',
    '1969-12-31T23:59:59Z',
  ])('date_time %s is refused at once', async (dateTime) => {
    const { counter, sessionKey } = await counterWith()
    const refused = refusalOf(await counter.call('terminals.date_time', { hsn, dateTime }, { sessionKey }))
    expect([refused.code, refused.param]).toEqual(['terminal_parameter_invalid', 'dateTime'])
  })
})

describe('read_signature', () => {
  test('read_signature returns the picture in the requested form', async () => {
    const { counter, sessionKey } = await counterWith()
    const body = {
      hsn,
      prompt: 'Please sign',
      gzip_signature: false,
      signature_format: 'png' as const,
      signature_image_type: 'rgb' as const,
      signature_dimensions: '200,80',
    }
    expect(await counter.must('terminals.read_signature', body, { sessionKey })).toMatchObject({
      signature: { format: 'png', gzipped: false, image_type: 'rgb', dimensions: { width: 200, height: 80 } },
    })
  })

  test('read_signature is refused when there is no signature pad', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'no_signature' })
    const asked = counter.call('terminals.read_signature', { hsn, prompt: 'Sign' }, { sessionKey })
    expect(codeOf(await asked)).toBe('signature_unsupported')
  })
})

describe('print_receipt', () => {
  test('print_receipt prints a payment and returns the text of the receipt', async () => {
    const { counter, sessionKey } = await counterWith()
    const sale = { hsn, payment_intent_id: await counter.intent(), receipt_header: 'Thank you' }
    const payment = (await counter.must('terminals.auth_card', sale, { sessionKey })) as { id: string }
    const body = { hsn, payment_id: payment.id }
    const { receipt_data } = (await counter.must('terminals.print_receipt', body, { sessionKey })) as {
      receipt_data: Record<string, string>
    }
    expect(receipt_data).toMatchObject({
      dba: 'Training Store',
      header: 'Thank you',
      name_on_card: 'Ana Torres',
    })
    expect(receipt_data.date_time).toMatch(/^\d{14}$/)
    const [receipt] = await counter.printed()
    for (const text of ['Training Store', '$12.34', '1111', 'OK1234', 'A0000000031010', 'Thank you']) {
      expect(receipt).toContain(text)
    }
  })

  test('print_receipt without a printer returns an error with the text of the receipt', async () => {
    const { counter, sessionKey } = await counterWith()
    const sale = { hsn, payment_intent_id: await counter.intent() }
    const payment = (await counter.must('terminals.auth_card', sale, { sessionKey })) as { id: string }
    await takePrinterAway(counter)
    const refusal = refusalOf(
      await counter.call('terminals.print_receipt', { hsn, payment_id: payment.id }, { sessionKey }),
    )
    expect(refusal.code).toBe('printing_unsupported')
    expect(refusal.receiptData).toMatchObject({ dba: 'Training Store' })
  })

  test('a sale that must print is refused before the card is read when there is no printer', async () => {
    const { counter, sessionKey } = await counterWith()
    await takePrinterAway(counter)
    const sale = { hsn, payment_intent_id: await counter.intent(), print_receipt: true }
    expect(codeOf(await counter.call('terminals.auth_card', sale, { sessionKey }))).toBe(
      'printing_unsupported',
    )
    expect(counter.bank.asked).toHaveLength(0)
  })

  test('an unknown payment cannot be printed', async () => {
    const { counter, sessionKey } = await counterWith()
    const asked = counter.call('terminals.print_receipt', { hsn, payment_id: 'pmt_x' }, { sessionKey })
    expect(codeOf(await asked)).toBe('resource_missing')
  })
})

/** Removes the printer, as if the terminal's hello had reported none. */
async function takePrinterAway({ services }: Awaited<ReturnType<typeof openCounter>>): Promise<void> {
  const row = await services.store.find<{ device_capabilities: object }>('terminal', hsn)
  if (row === null) throw new Error('no terminal')
  const document = {
    ...row.document,
    device_capabilities: { ...row.document.device_capabilities, printer: false },
  }
  const next = { ...row, version: row.version + 1, document }
  await services.store.commit({ writes: [{ op: 'update', kind: 'terminal', row: next }] })
}

describe('a virtual terminal of the sandbox', () => {
  test('a virtual terminal of the sandbox reports its screen, and can be unplugged and plugged in again', async () => {
    const { counter } = await counterWith()
    const shown = await counter.must('sandbox.virtual_terminals.get', { hsn } as never)
    expect(shown).toMatchObject({
      connected: true,
      script: 'approve',
      screen: { name: 'welcome', lines: ['Welcome', 'Training Store'] },
      printed: [],
    })
    await counter.must('sandbox.virtual_terminals.delete', { hsn } as never)
    expect(codeOf(await counter.call('sandbox.virtual_terminals.get', { hsn } as never))).toBe(
      'resource_missing',
    )
    await counter.plug({ script: 'silent' })
    expect(counter.module.context.links.isLinked(hsn)).toBe(true)
  })

  test('a virtual terminal that is plugged in twice is replaced by the second one', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'silent' })
    await counter.plug({ script: 'approve' })
    const body = { hsn, payment_intent_id: await counter.intent() }
    expect(await counter.must('terminals.auth_card', body, { sessionKey })).toMatchObject({
      status: 'captured',
    })
  })
})
