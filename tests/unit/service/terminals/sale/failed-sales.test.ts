import { describe, expect, test, vi } from 'vitest'
import { err } from '../../../../../src-shared/result.ts'
import { type Counter, codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

/** A terminal with an open session and an intent to pay. */
async function sale(behaviour: Parameters<Counter['plug']>[0]) {
  const counter = await openCounter()
  await counter.plug(behaviour)
  const sessionKey = await counter.open()
  const intent = await counter.intent()
  const authorize = () =>
    counter.call('terminals.auth_card', { hsn, payment_intent_id: intent }, { sessionKey })
  return { counter, sessionKey, intent, authorize }
}

const shows = (counter: Counter, screen: string) =>
  until(async () => (await counter.screen()) === screen, screen)

describe('before the card is at the processor', () => {
  test('a cancel at the terminal is answered as cancelled and charges nothing', async () => {
    const { counter, authorize, intent } = await sale({ script: 'customer_cancels' })
    const refusal = refusalOf(await authorize())
    expect(refusal.code).toBe('terminal_cancelled')
    expect(refusal.message).toContain('at the terminal')
    expect(await counter.payments(intent)).toHaveLength(0)
    expect((await counter.readIntent(intent)).status).toBe('created')
  })

  test('a cancel by the POS stops the prompt and charges nothing', async () => {
    const { counter, authorize, sessionKey, intent } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    expect(await counter.must('terminals.cancel', { hsn }, { sessionKey })).toEqual({ cancelled: true })
    const refusal = refusalOf(await running)
    expect(refusal.code).toBe('terminal_cancelled')
    expect(refusal.message).toContain('by the POS')
    expect(await counter.payments(intent)).toHaveLength(0)
  })

  test('a cancel by the POS just before the card is sent to the bank is in time, and charges nothing', async () => {
    const { counter, authorize, sessionKey, intent } = await sale({})
    const keys = counter.services.vault.terminalKeys()
    vi.spyOn(counter.services.vault, 'terminalKeys').mockReturnValue({
      ...keys,
      async decrypt(...sealed) {
        const card = await keys.decrypt(...sealed)
        await counter.must('terminals.cancel', { hsn }, { sessionKey })
        return card
      },
    })
    expect(codeOf(await authorize())).toBe('terminal_cancelled')
    expect(counter.bank.asked).toHaveLength(0)
    expect(await counter.payments(intent)).toHaveLength(0)
  })

  test('a cancel without a running command returns cancelled: false', async () => {
    const { counter, sessionKey } = await sale({})
    expect(await counter.must('terminals.cancel', { hsn }, { sessionKey })).toEqual({ cancelled: false })
  })

  test('when the customer does nothing the answer is terminal_timeout, and the intent stays open', async () => {
    const { counter, authorize, intent } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    await counter.advance(150)
    expect(codeOf(await running)).toBe('terminal_timeout')
    expect((await counter.readIntent(intent)).status).toBe('created')
    expect(await counter.payments(intent)).toHaveLength(0)
  })

  test('the prompt for the card lasts all of the 150 seconds', async () => {
    const { counter, authorize } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    await counter.advance(149)
    expect(counter.module.context.running.on(hsn)).not.toBeNull()
    await counter.advance(1)
    expect(codeOf(await running)).toBe('terminal_timeout')
  })

  test('a customer who presents the card after 140 seconds still pays', async () => {
    const { counter, authorize } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    await counter.advance(140)
    await counter.change({ script: 'approve' })
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test('a terminal that is unplugged while it waits for the card has charged nothing', async () => {
    const { counter, authorize, intent } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    await counter.must('sandbox.virtual_terminals.delete', { hsn } as never)
    expect(codeOf(await running)).toBe('terminal_not_connected')
    expect((await counter.readIntent(intent)).status).toBe('created')
  })

  test('a terminal that is not connected is refused', async () => {
    const { counter, authorize } = await sale({})
    await counter.must('sandbox.virtual_terminals.delete', { hsn } as never)
    await until(() => !counter.module.context.links.isLinked(hsn), 'the link is down')
    expect(codeOf(await authorize())).toBe('terminal_not_connected')
  })
})

describe('while the customer looks at the prompt', () => {
  test('an amount that changes during the prompt is not charged, since the customer agreed to another one', async () => {
    const { counter, authorize, intent } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    const { store } = counter.services
    const row = await store.get<object>('payment_intent', counter.merchant.account_id, intent)
    if (row === null) throw new Error('no intent')
    const next = { ...row, version: row.version + 1, document: { ...row.document, amount: 9999 } }
    await store.commit({ writes: [{ op: 'update', kind: 'payment_intent', row: next }] })
    await counter.change({ script: 'approve' })
    const refusal = refusalOf(await running)
    expect(refusal.code).toBe('state_conflict')
    expect(refusal.message).toContain('9999')
    expect(counter.bank.asked).toHaveLength(0)
    await shows(counter, 'welcome')
  })
})

describe('once the card is at the processor', () => {
  test('an outcome that could not be written is answered as unknown, with the intent, not as a refusal', async () => {
    const { counter, authorize, intent } = await sale({})
    const { store } = counter.services
    const commit = store.commit.bind(store)
    vi.spyOn(store, 'commit').mockImplementation(async (set) => {
      const outcome = set.writes.some(({ op, kind }) => op === 'update' && kind === 'payment')
      return outcome ? err({ kind: 'version_conflict', resource: 'payment', id: '' }) : commit(set)
    })
    const refusal = refusalOf(await authorize())
    expect(refusal.code).toBe('terminal_timeout')
    expect(refusal.paymentIntent).toMatchObject({ id: intent, status: 'processing' })
  })

  test('a cancel after the card was sent is too late, and auth_card returns the outcome', async () => {
    const { counter, authorize, sessionKey } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    const refusal = refusalOf(await counter.call('terminals.cancel', { hsn }, { sessionKey }))
    expect(refusal.code).toBe('terminal_cancelled')
    expect(refusal.message).toContain('Too late')
    counter.bank.release()
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
  })

  test('the customer sees the outcome even though the POS tried to cancel', async () => {
    const { counter, authorize, sessionKey } = await sale({})
    const followed = await counter.follow(sessionKey)
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.call('terminals.cancel', { hsn }, { sessionKey })
    counter.bank.release()
    await running
    expect(followed.steps()).toContain('approved')
    expect(followed.steps()).not.toContain('signing')
    followed.stop()
  })

  test('a lost link does not lose the payment', async () => {
    const { counter, authorize, intent } = await sale({ script: 'drops_link' })
    expect(await authorize()).toMatchObject({ ok: true, value: { status: 'captured', signature: null } })
    expect(await counter.payments(intent)).toHaveLength(1)
  })

  test('a terminal that lost its link reconnects by itself', async () => {
    const { counter, authorize } = await sale({ script: 'drops_link' })
    await authorize()
    await until(() => !counter.module.context.links.isLinked(hsn), 'the link is down')
    await counter.advance(20)
    await until(() => counter.module.context.links.isLinked(hsn), 'the link is up again')
  })

  test('an unknown outcome is answered as a timeout with the payment intent', async () => {
    const { counter, authorize, intent } = await sale({ card: '4000000000050015' })
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.advance(31)
    const refusal = refusalOf(await running)
    expect(refusal.code).toBe('terminal_timeout')
    expect(refusal.paymentIntent).toMatchObject({
      id: intent,
      status: 'processing',
      latest_payment: { status: 'processing' },
    })
  })

  test('a processor that never answers does not hold the caller beyond 2 min 30 s', async () => {
    const { counter, authorize, intent } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.advance(150)
    expect(refusalOf(await running)).toMatchObject({
      code: 'terminal_timeout',
      paymentIntent: { id: intent, status: 'processing' },
    })
    counter.bank.release()
    await until(async () => (await counter.readIntent(intent)).status === 'captured', 'it is settled later')
  })

  test('a POS that cancels the signature keeps the sale, without a signature', async () => {
    const { counter, authorize, sessionKey } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.change({ script: 'silent' })
    counter.bank.release()
    // The silent customer leaves the card in the reader, so the signature prompt has to wait.
    await until(() => counter.module.context.running.on(hsn)?.stage() === 'settled', 'it is approved')
    await shows(counter, 'outcome')
    const refusal = refusalOf(await counter.call('terminals.cancel', { hsn }, { sessionKey }))
    expect(refusal.message).toContain('Too late')
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured', signature: null } })
    expect(await counter.screen()).toBe('outcome')
  })

  test('a POS that cancels while the customer signs leaves the approval on the terminal', async () => {
    const { counter, authorize, sessionKey } = await sale({ script: 'swipe' })
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.change({ script: 'silent' })
    counter.bank.release()
    await shows(counter, 'signing')
    await counter.call('terminals.cancel', { hsn }, { sessionKey })
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured', signature: null } })
    expect(await counter.screen()).toBe('outcome')
  })

  test('a customer who leaves at the signature does not change the sale', async () => {
    const { counter, authorize } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.change({ script: 'silent' })
    counter.bank.release()
    await shows(counter, 'outcome')
    await counter.advance(150)
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured', signature: null } })
  })

  test('when the caller disconnects the card is still charged, and the result is in the intent', async () => {
    const { counter, sessionKey, intent } = await sale({})
    counter.bank.hold()
    const hangUp = new AbortController()
    const running = counter.call(
      'terminals.auth_card',
      { hsn, payment_intent_id: intent },
      { sessionKey, signal: hangUp.signal },
    )
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    hangUp.abort()
    counter.bank.release()
    await running
    expect((await counter.readIntent(intent)).status).toBe('captured')
  })

  test('a connect with force does not reverse the authorization', async () => {
    const { counter, authorize } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    await counter.must('terminals.connect', { hsn, force: 'true' })
    counter.bank.release()
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
  })
})

describe('when the service itself fails after the processor was asked', () => {
  test('an error after the processor was asked returns the intent, since it does not prove that nothing was charged', async () => {
    const { counter, authorize, intent } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    const { store } = counter.services
    vi.spyOn(store, 'commit').mockRejectedValueOnce(new Error('the disk is full'))
    counter.bank.release()
    expect(refusalOf(await running)).toMatchObject({
      code: 'terminal_timeout',
      paymentIntent: { id: intent, status: 'processing' },
    })
  })
})

describe('when the service itself fails after the approval', () => {
  test('an error after the approval keeps the sale, without the signature that could not be stored', async () => {
    const { counter, authorize, intent } = await sale({})
    const { store } = counter.services
    const { commit } = store
    vi.spyOn(store, 'commit').mockImplementation(async (set) => {
      if (JSON.stringify(set).includes('"signature":{')) throw new Error('the disk is full')
      return commit(set)
    })
    const logged = vi.spyOn(counter.services.log, 'error')
    expect(await authorize()).toMatchObject({ ok: true, value: { status: 'captured', signature: null } })
    expect(logged).toHaveBeenCalledOnce()
    expect((await counter.readIntent(intent)).status).toBe('captured')
  })
})

describe('when the service is stopped', () => {
  test('a prompt ends with the reason when the service stops; nothing was charged', async () => {
    const { counter, authorize } = await sale({ script: 'silent' })
    const running = authorize()
    await shows(counter, 'confirm_amount')
    await counter.module.quiesce?.()
    const refusal = refusalOf(await running)
    expect(refusal.code).toBe('terminal_cancelled')
    expect(refusal.message).toContain('the service is stopping')
  })

  test('a card that is at the processor when the service stops gets its answer', async () => {
    const { counter, authorize } = await sale({})
    counter.bank.hold()
    const running = authorize()
    await until(() => counter.bank.asked.length === 1, 'the processor is asked')
    const stopped = counter.module.quiesce?.()
    counter.bank.release()
    expect(await running).toMatchObject({ ok: true, value: { status: 'captured' } })
    await stopped
  })
})
