import { describe, expect, test } from 'vitest'
import { maximumAmount } from '../../../../../src-shared/money.ts'
import { codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'
import { wireTerminal } from '../wired-terminal-harness.ts'

async function wired() {
  const counter = await openCounter()
  const terminal = await wireTerminal(counter)
  return { counter, terminal, sessionKey: await counter.open() }
}

async function counterWith(behaviour: Parameters<Awaited<ReturnType<typeof openCounter>>['plug']>[0] = {}) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  return { counter, sessionKey: await counter.open() }
}

describe('get_pan_pad_version', () => {
  test('get_pan_pad_version returns the version that the terminal itself reports', async () => {
    const { counter, sessionKey } = await wired()
    expect(await counter.must('terminals.get_pan_pad_version', { hsn }, { sessionKey })).toEqual({
      version: 'Wired 2.1',
    })
  })

  test('get_pan_pad_version is also answered by the virtual terminal', async () => {
    const { counter, sessionKey } = await counterWith()
    const { version } = (await counter.must('terminals.get_pan_pad_version', { hsn }, { sessionKey })) as {
      version: string
    }
    expect(version).toMatch(/\d+\.\d+\.\d+/)
  })
})

describe('read_confirmation', () => {
  test('read_confirmation shows the prompt, and beeps only on request', async () => {
    const { counter, terminal, sessionKey } = await wired()
    const body = { hsn, prompt: 'Add a donation?' }
    await counter.must('terminals.read_confirmation', body, { sessionKey })
    expect(terminal.sent('read_confirmation')).toEqual({
      name: 'read_confirmation',
      prompt: 'Add a donation?',
      beep: false,
    })
    await counter.must('terminals.read_confirmation', { ...body, beep: true }, { sessionKey })
    expect(terminal.sent('read_confirmation').beep).toBe(true)
  })

  test('read_confirmation accepts yes and no as answers', async () => {
    const { counter, sessionKey } = await counterWith()
    const body = { hsn, prompt: 'Is this right?' }
    expect(await counter.must('terminals.read_confirmation', body, { sessionKey })).toEqual({
      confirmed: true,
    })
    await counter.change({ script: 'customer_cancels' })
    expect(await counter.must('terminals.read_confirmation', body, { sessionKey })).toEqual({
      confirmed: false,
    })
  })

  test('when the customer does not answer for 150 seconds, the prompt times out', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'silent' })
    const asked = counter.call('terminals.read_confirmation', { hsn, prompt: 'Still there?' }, { sessionKey })
    await until(async () => (await counter.screen()) === 'confirm', 'the prompt')
    await counter.advance(149)
    expect(await counter.screen()).toBe('confirm')
    await counter.advance(1)
    expect(codeOf(await asked)).toBe('terminal_timeout')
  })
})

describe('tip', () => {
  test('tip without options offers an amount of the customer’s choice, and no presets', async () => {
    const { counter, terminal, sessionKey } = await wired()
    await counter.must('terminals.tip', { hsn, amount: 1234 }, { sessionKey })
    expect(terminal.sent('tip')).toEqual({
      name: 'tip',
      prompt: 'Add a tip?',
      amount: 1234,
      currency: 'USD',
      percent_presets: [],
      custom: true,
    })
  })

  test('tip passes on the prompt, the presets and whether another amount is refused', async () => {
    const { counter, terminal, sessionKey } = await wired()
    const body = {
      hsn,
      amount: 1000,
      prompt: 'For the band?',
      tip_percent_presets: [1, 50, 100],
      include_custom_tip_amount: false,
    }
    await counter.must('terminals.tip', body, { sessionKey })
    expect(terminal.sent('tip')).toMatchObject({
      prompt: 'For the band?',
      percent_presets: [1, 50, 100],
      custom: false,
    })
  })

  test.each([
    [125, [10], 13],
    [999, [15], 150],
  ])(
    'tip accepts a preset of %i cents rounded half up, and no other amount',
    async (amount, presets, tip) => {
      const { counter, terminal, sessionKey } = await wired()
      const body = { hsn, amount, tip_percent_presets: presets, include_custom_tip_amount: false }
      terminal.answer('tip', { tip })
      expect(await counter.must('terminals.tip', body, { sessionKey })).toEqual({
        tip: String(tip),
        amount: String(amount),
        total: String(amount + tip),
      })
      terminal.answer('tip', { tip: tip - 1 })
      expect(codeOf(await counter.call('terminals.tip', body, { sessionKey }))).toBe(
        'terminal_parameter_invalid',
      )
    },
  )

  test.each([
    ['a preset whose tip no terminal can send', { amount: 10_000_000_000, tip_percent_presets: [100] }],
    ['the largest amount', { amount: maximumAmount }],
    ['a total above the largest amount', { amount: maximumAmount - 9_999_999_998 }],
  ])('tip refuses %s before it asks, because the answer would end the link', async (_, fields) => {
    const { counter, terminal, sessionKey } = await wired()
    const answer = await counter.call('terminals.tip', { hsn, ...fields }, { sessionKey })
    expect(refusalOf(answer)).toMatchObject({ code: 'terminal_parameter_invalid', param: 'amount' })
    expect(terminal.commands.map(({ name }) => name)).not.toContain('tip')
  })

  test.each([
    [9_999_999_999, [100], 9_999_999_999],
    [maximumAmount - 9_999_999_999, [], 9_999_999_999],
  ])('tip of %i cents with the presets %j is still asked for', async (amount, presets, tip) => {
    const { counter, terminal, sessionKey } = await wired()
    terminal.answer('tip', { tip })
    const body = { hsn, amount, tip_percent_presets: presets }
    expect(await counter.must('terminals.tip', body, { sessionKey })).toMatchObject({
      total: String(amount + tip),
    })
  })
})

describe('read_input', () => {
  test.each([
    ['PHONE', /^\d{10}$/],
    ['AMOUNT', /^\d+$/],
    ['MMYY', /^(0[1-9]|1[0-2])\d\d$/],
    ['N5', /^\d{5}$/],
    ['N2,8', /^\d{2,8}$/],
    ['AN6', /^[A-Za-z0-9 ]{6}$/],
    ['AN1,32', /^[A-Za-z0-9 ]{1,32}$/],
  ])('read_input of %s returns the typed characters without separators', async (format, typed) => {
    const { counter, sessionKey } = await counterWith()
    const { input } = (await counter.must('terminals.read_input', { hsn, format }, { sessionKey })) as {
      input: string
    }
    expect(input).toMatch(typed)
  })

  test('read_input passes on prompt, format and beep, with a default prompt when none is sent', async () => {
    const { counter, terminal, sessionKey } = await wired()
    const body = { hsn, prompt: 'Loyalty number', format: 'N1,10', beep: true }
    await counter.must('terminals.read_input', body, { sessionKey })
    expect(terminal.sent('read_input')).toEqual({
      name: 'read_input',
      prompt: 'Loyalty number',
      format: 'N1,10',
      beep: true,
    })
    await counter.must('terminals.read_input', { hsn, format: 'PHONE' }, { sessionKey })
    expect(terminal.sent('read_input')).toMatchObject({ prompt: 'Your phone number', beep: false })
  })

  test.each([
    ['PHONE', '12'],
    ['N4', '12345'],
    ['N4,6', '123'],
    ['N4', '12a4'],
    ['MMYY', '1328'],
    ['AN3', 'a-b'],
  ])('read_input of %s does not pass on an answer in another format (%s)', async (format, input) => {
    const { counter, terminal, sessionKey } = await wired()
    terminal.answer('read_input', { input })
    expect(codeOf(await counter.call('terminals.read_input', { hsn, format }, { sessionKey }))).toBe(
      'terminal_parameter_invalid',
    )
  })

  test('a card number typed into read_input does not reach the POS', async () => {
    const { counter, terminal, sessionKey } = await wired()
    terminal.answer('read_input', { input: '4111111111111111' })
    const refusal = refusalOf(
      await counter.call('terminals.read_input', { hsn, format: 'N13,19' }, { sessionKey }),
    )
    expect(refusal.code).toBe('terminal_parameter_invalid')
    expect(JSON.stringify(refusal)).not.toContain('4111111111111111')
    terminal.answer('read_input', { input: '4111111111111112' })
    expect(await counter.must('terminals.read_input', { hsn, format: 'N13,19' }, { sessionKey })).toEqual({
      input: '4111111111111112',
    })
  })

  test.each([
    ...['41111111111111111230', '4111111111111111 1230', '411111 1111111111 1229'],
    ...['NO 4111111111111111', '4111111111111111ANA'],
  ])(
    'a card number that is typed into read_input with other text (%s) does not reach the POS',
    async (input) => {
      const { counter, terminal, sessionKey } = await wired()
      terminal.answer('read_input', { input })
      const answer = await counter.call('terminals.read_input', { hsn, format: 'AN0,32' }, { sessionKey })
      expect(codeOf(answer)).toBe('terminal_parameter_invalid')
      expect(JSON.stringify(answer)).not.toContain('4111111111111111')
    },
  )

  test('read_input that the customer cancels is answered as cancelled', async () => {
    const { counter, sessionKey } = await counterWith({ script: 'customer_cancels' })
    const asked = await counter.call('terminals.read_input', { hsn, format: 'PHONE' }, { sessionKey })
    expect(codeOf(asked)).toBe('terminal_cancelled')
  })
})
