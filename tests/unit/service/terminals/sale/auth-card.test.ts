import { describe, expect, test } from 'vitest'
import { codeOf, hsn, openCounter, refusalOf, until } from '../terminals-harness.ts'

describe('auth_card', () => {
  test('auth_card charges the card that was read and returns the payment with its terminal details', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const intent = await counter.intent(1234)
    const payment = await counter.must(
      'terminals.auth_card',
      { hsn, payment_intent_id: intent },
      { sessionKey },
    )
    expect(payment).toMatchObject({
      status: 'captured',
      amount: 1234,
      amount_captured: 1234,
      entry_mode: 'EMVContact',
      card_present: true,
      auth_code: 'OK1234',
      payment_method: { card: { last_four_digits: '1111', brand: 'Visa' } },
      terminal_details: {
        entry_mode: 'EMVContact',
        signature: {
          format: 'bmp',
          gzipped: true,
          image_type: 'binary',
          dimensions: { width: 480, height: 160 },
        },
        receipt_data: { dba: 'Training Store', address1: '1 Main Street', address_1: '1 Main Street' },
      },
    })
    expect(counter.bank.asked[0]?.source).toMatchObject({ card: { number: '4111111111111111' } })
    expect((await counter.readIntent(intent)).status).toBe('captured')
  })

  test('auth_card never includes a card number in its answer', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent() }
    const payment = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(JSON.stringify(payment)).not.toContain('4111111111111111')
  })

  test('auth_card publishes each step that the customer sees, in order', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const followed = await counter.follow(sessionKey)
    const body = { hsn, payment_intent_id: await counter.intent() }
    await counter.must('terminals.auth_card', body, { sessionKey })
    expect(followed.steps()).toEqual([
      'confirming_amount',
      'waiting_for_card',
      'card_inserted',
      'authorizing',
      'approved',
      'remove_card',
      'card_removed',
      'signing',
    ])
    expect(followed.seen[1]).toMatchObject({
      command: 'auth_card',
      payment_intent_id: body.payment_intent_id,
    })
    followed.stop()
    await followed.ended
  })

  test('a declined auth_card is a successful call, and another card can pay the same intent', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'decline' })
    const sessionKey = await counter.open()
    const intent = await counter.intent()
    const body = { hsn, payment_intent_id: intent }
    const declined = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(declined).toMatchObject({ status: 'failed', decline_category: 'do_not_honor' })
    expect(declined).toMatchObject({ terminal_details: { signature: null } })
    await counter.change({ script: 'approve' })
    const paid = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(paid).toMatchObject({ status: 'captured' })
    expect((await counter.payments(intent)).map((payment) => payment.status).sort()).toEqual([
      'captured',
      'failed',
    ])
  })

  test('a partial approval by auth_card returns the authorized amount', async () => {
    const counter = await openCounter()
    await counter.plug()
    counter.bank.approve(500)
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent(1234) }
    expect(await counter.must('terminals.auth_card', body, { sessionKey })).toMatchObject({
      status: 'captured',
      amount: 1234,
      amount_authorized: 500,
    })
  })

  test('an unknown or paid intent is refused before the customer sees a prompt', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const followed = await counter.follow(sessionKey)
    const unknown = { hsn, payment_intent_id: 'pi_unknown' }
    expect(codeOf(await counter.call('terminals.auth_card', unknown, { sessionKey }))).toBe(
      'resource_missing',
    )
    const body = { hsn, payment_intent_id: await counter.intent() }
    await counter.must('terminals.auth_card', body, { sessionKey })
    const steps = followed.steps().length
    expect(codeOf(await counter.call('terminals.auth_card', body, { sessionKey }))).toBe('state_conflict')
    expect(followed.steps()).toHaveLength(steps)
    followed.stop()
  })

  test('a terminal without a signature pad leaves the signature out', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'no_signature' })
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent() }
    const payment = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(payment).toMatchObject({ status: 'captured', signature: null })
  })

  test('a signature from a terminal without a pad is refused before the card is read', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'no_signature' })
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent(), include_signature: true }
    expect(codeOf(await counter.call('terminals.auth_card', body, { sessionKey }))).toBe(
      'signature_unsupported',
    )
    expect(counter.bank.asked).toHaveLength(0)
  })

  test('a contactless sale asks for a signature from 25.00 upwards, and not below', async () => {
    const counter = await openCounter()
    await counter.plug({ entry: 'tap' })
    const sessionKey = await counter.open()
    const small = { hsn, payment_intent_id: await counter.intent(2499) }
    expect(await counter.must('terminals.auth_card', small, { sessionKey })).toMatchObject({
      signature: null,
    })
    const large = { hsn, payment_intent_id: await counter.intent(2500) }
    const payment = await counter.must('terminals.auth_card', large, { sessionKey })
    expect(payment).toMatchObject({ entry_mode: 'Contactless', signature: { format: 'bmp' } })
  })

  test('a verified PIN replaces the signature and is stated in the chip data', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent(), include_pin: true }
    const payment = await counter.must('terminals.auth_card', body, { sessionKey })
    expect(payment).toMatchObject({ signature: null })
    const tags = JSON.parse((payment as { emv_tag_data: string }).emv_tag_data)
    expect(tags).toMatchObject({
      AID: 'A0000000031010',
      'Application Label': 'VISA CREDIT',
      PIN: 'Verified by PIN',
    })
  })

  test('auth_card prints the receipt on request, with a merchant copy on request', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const body = {
      hsn,
      payment_intent_id: await counter.intent(),
      print_receipt: true,
      print_extra_receipt: true,
      receipt_dba: 'Pop-up stand',
    }
    await counter.must('terminals.auth_card', body, { sessionKey })
    const printed = await counter.printed()
    expect(printed).toHaveLength(2)
    expect(printed[0]).toContain('MERCHANT COPY')
    expect(printed[1]).toContain('CUSTOMER COPY')
    expect(printed[1]).toContain('Pop-up stand')
    expect(printed[1]).toContain('$12.34')
  })

  test('a second command while one runs is refused with terminal_in_use', async () => {
    const counter = await openCounter()
    await counter.plug({ script: 'silent' })
    const sessionKey = await counter.open()
    const first = { hsn, payment_intent_id: await counter.intent() }
    const second = { hsn, payment_intent_id: await counter.intent() }
    const running = counter.call('terminals.auth_card', first, { sessionKey })
    await until(() => counter.module.context.running.on(hsn) !== null, 'the first runs')
    const refusal = refusalOf(await counter.call('terminals.auth_card', second, { sessionKey }))
    expect(refusal.code).toBe('terminal_in_use')
    expect(refusal.message).toContain('auth_card')
    expect(await counter.must('terminals.ping', { hsn }, { sessionKey })).toMatchObject({ busy: true })
    await counter.must('terminals.cancel', { hsn }, { sessionKey })
    await running
  })

  test('two simultaneous sales of one intent at two terminals charge it once', async () => {
    const counter = await openCounter()
    await counter.plug({}, 'VT-1')
    await counter.plug({}, 'VT-2')
    const keys = [await counter.open('VT-1'), await counter.open('VT-2')]
    const intent = await counter.intent()
    const results = await Promise.all(
      keys.map((sessionKey, index) =>
        counter.call(
          'terminals.auth_card',
          { hsn: `VT-${index + 1}`, payment_intent_id: intent },
          { sessionKey },
        ),
      ),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(results.flatMap((result) => (result.ok ? [] : [result.error.code]))).toEqual(['state_conflict'])
    expect(counter.bank.asked).toHaveLength(1)
  })
})

describe('auth_manual', () => {
  test('auth_manual has the card typed on the terminal and charges it as keyed with the card present', async () => {
    const counter = await openCounter()
    await counter.plug()
    const sessionKey = await counter.open()
    const body = { hsn, payment_intent_id: await counter.intent(500), include_cvv: true }
    const payment = await counter.must('terminals.auth_manual', body, { sessionKey })
    expect(payment).toMatchObject({
      status: 'captured',
      entry_mode: 'keyed',
      card_present: true,
      terminal_details: { entry_mode: 'keyed' },
      amount: 500,
    })
    expect(counter.bank.asked[0]?.source).toMatchObject({ card: { cvv: '123' } })
  })
})
