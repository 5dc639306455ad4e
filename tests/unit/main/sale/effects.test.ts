import { describe, expect, test } from 'vitest'
import { createTipQuestions } from '../../../../src-main/customer-display/tip-question.ts'
import type { EffectContext } from '../../../../src-main/sale/effect-context.ts'
import { performEffect } from '../../../../src-main/sale/effects.ts'
import { createReceiptLoader } from '../../../../src-main/sale/receipts.ts'
import type { TerminalConnection } from '../../../../src-main/terminal/connection.ts'
import type { CallFailure, Client } from '../../../../src-shared/api/client.ts'
import type { SaleFacts } from '../../../../src-shared/pos/sale/sale.ts'
import { aLine, anOrder, rateNamed } from '../../shared/pos/order/arbitrary-order.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'

const refused = (status: number, code: string): CallFailure => ({
  kind: 'refused',
  status,
  error: { type: 'invalid_request_error', code, message: code } as never,
})

/** The context of a service that refuses every request in the same way. */
function refusingContext(failure: CallFailure): EffectContext {
  const client = () => ({ call: async () => ({ ok: false, error: failure }) }) as unknown as Client
  return {
    client,
    terminal: {
      isIdle: async () => true,
      hasSignaturePad: () => true,
      reportsSteps: () => true,
      hasScreen: () => true,
    } as unknown as TerminalConnection,
    receipts: createReceiptLoader({
      client,
      shop: () => ({ merchant: 'Test', language: 'en', training: false }),
      onPrinted: () => undefined,
      now: Date.now,
      log: quietLog,
    }),
    onStep: () => undefined,
    tips: () => null,
    displayTips: createTipQuestions(() => undefined),
    state: () => ({ kind: 'ready' }),
    seller: () => ({ counter: 'Counter 1' }),
    language: () => 'en',
    stopped: new AbortController().signal,
    log: quietLog,
  }
}

describe('creating the intent of a sale', () => {
  const order = anOrder(aLine({ quantity: 2_000, unit_amount: 1_000, tax_rates: [rateNamed('state')] }))
  const bodyOf = async (sale: SaleFacts) => {
    const bodies: unknown[] = []
    const call = async (_: string, { body }: { body?: unknown }) => {
      bodies.push(body)
      return { ok: true, value: { id: 'pi_1' } }
    }
    const context = { ...refusingContext(refused(404, '')), client: () => ({ call }) as unknown as Client }
    await performEffect(context, { kind: 'create_intent', sale })
    return bodies[0]
  }

  test('a typed amount has no order details', async () => {
    const body = await bodyOf(facts())
    expect(body).toEqual({
      amount: 1234,
      currency: 'USD',
      reference_id: 'sale_1',
      user_fields: { counter: 'Counter 1' },
    })
  })

  test('a sale in a currency that the service does not support is refused, and not charged in another one', async () => {
    const context = refusingContext(refused(404, ''))
    const sale = facts({ currency: 'EUR' })
    expect(await bodyOf(sale)).toBeUndefined()
    expect(await performEffect(context, { kind: 'create_intent', sale })).toEqual({
      kind: 'create_failed',
      reason: 'refused',
      detail: 'No card is charged in EUR.',
    })
  })

  test('an order is sent as order details, with its tax as a part of the amount', async () => {
    expect(await bodyOf(facts({ order, amount: 2_125 }))).toMatchObject({
      amount: 2_125,
      tax_amount: 125,
      order_details: {
        items: [{ name: 'Tea', quantity: 2, unit_amount: 1_000, amount: 2_000 }],
        total: 2_125,
      },
    })
  })

  test('a part of an order is sent with its lines, and without a tax of its own', async () => {
    const body = await bodyOf(facts({ order, amount: 1_000 }))
    expect(body).toMatchObject({ amount: 1_000, order_details: { total: 2_125 } })
    expect(body).not.toHaveProperty('tax_amount')
  })
})

describe('whether the terminal is idle', () => {
  const created = { id: 'pi_1', status: 'created' }
  const lookUp = async (confirm: boolean, isIdle: boolean) => {
    const order: string[] = []
    const call = async (name: string) => {
      order.push(name)
      return { ok: true, value: name === 'payment_intents.get' ? created : { data: [] } }
    }
    const context: EffectContext = {
      ...refusingContext(refused(404, 'resource_missing')),
      client: () => ({ call }) as unknown as Client,
      terminal: {
        isIdle: async () => {
          order.push('isIdle')
          return isIdle
        },
        hasSignaturePad: () => true,
        reportsSteps: () => true,
        hasScreen: () => true,
      } as unknown as TerminalConnection,
    }
    const answer = await performEffect(context, { kind: 'look_up', sale: facts(), confirm })
    return { answer, order }
  }

  test('the terminal is asked whether it is idle before the payments are looked up', async () => {
    const { answer, order } = await lookUp(true, true)
    expect(answer).toMatchObject({ kind: 'looked_up', idle: true })
    expect(order).toEqual(['isIdle', 'payment_intents.get', 'payment_intents.list_payments'])
  })

  test('the terminal counts as idle only by its own answer, and not without asking', async () => {
    expect((await lookUp(true, false)).answer).toMatchObject({ idle: false })
    const unasked = await lookUp(false, true)
    expect(unasked.answer).toMatchObject({ idle: false })
    expect(unasked.order).not.toContain('isIdle')
  })
})

describe('a look-up of what was given back', () => {
  const found = async (awaits: 'processor' | 'settlement', amount_refunded: number) => {
    const payment = {
      id: 'pmt_1',
      status: 'captured',
      amount_captured: 1_234,
      amount_refunded,
      amount_reversed: 0,
    }
    const card = { payment_method: null, entry_mode: null, signature: null, emv_tag_data: null }
    const values: Readonly<Record<string, unknown>> = {
      'payment_intents.get': { status: 'captured' },
      'payment_intents.list_payments': {
        data: [{ ...payment, ...card, terminal_details: null, auth_code: null }],
      },
      'payments.list_refunds': {
        data: [{ status: 'processing', awaits, amount: amount_refunded }],
        meta: { has_more: false },
      },
    }
    const call = async (name: string) => ({ ok: true, value: values[name] })
    const context = { ...refusingContext(refused(404, '')), client: () => ({ call }) as unknown as Client }
    const answer = await performEffect(context, { kind: 'look_up', sale: facts(), confirm: false })
    return answer?.kind === 'looked_up' ? answer.found : answer
  }

  test('as long as the bank has not answered a refund, the outcome of its payment is unknown', async () => {
    expect(await found('processor', 1_234)).toEqual({ kind: 'processing' })
    expect(await found('processor', 200)).toEqual({ kind: 'processing' })
  })

  test('amounts that were returned no longer count as paid', async () => {
    expect(await found('settlement', 1_234)).toEqual({ kind: 'voided', open: false, returned: 1_234 })
    expect(await found('settlement', 200)).toMatchObject({
      ...{ kind: 'paid', payment: { amount: 1_034, returned: 200 } },
    })
  })
})

describe('a refused look-up', () => {
  test.each([
    [404, 'resource_missing'],
    [404, 'account_missing'],
    [401, 'api_key_invalid'],
    [403, 'permission_denied'],
  ] as const)('a refused look-up proves nothing about the money (%i %s)', async (status, code) => {
    const context = refusingContext(refused(status, code))
    expect(await performEffect(context, { kind: 'look_up', sale: facts(), confirm: true })).toMatchObject({
      kind: 'look_up_failed',
      refused: true,
    })
  })
})

describe('a card number typed on the terminal', () => {
  test('the terminal asks for the security code and the postal code of a typed card', async () => {
    const bodies: unknown[] = []
    const context: EffectContext = {
      ...refusingContext(refused(400, 'state_conflict')),
      terminal: {
        run: async (name: string, body: unknown) => {
          bodies.push({ name, body })
          return { ok: false, error: refused(400, 'state_conflict') }
        },
        hasSignaturePad: () => true,
        reportsSteps: () => true,
        hasScreen: () => true,
      } as unknown as TerminalConnection,
    }
    await performEffect(context, { kind: 'authorize', sale: facts({ entry: 'manual' }) })
    expect(bodies).toEqual([
      {
        name: 'terminals.auth_manual',
        body: { payment_intent_id: 'pi_1', include_cvv: true, include_avs: true },
      },
    ])
  })
})

describe('capturing a tab', () => {
  test('a capture sends tip and tax even if they are zero, so that earlier values do not remain', async () => {
    const bodies: unknown[] = []
    const call = async (_: string, { body }: { body?: unknown }) => {
      bodies.push(body)
      return { ok: false, error: refused(409, 'state_conflict') }
    }
    const context = { ...refusingContext(refused(404, '')), client: () => ({ call }) as unknown as Client }
    await performEffect(context, { kind: 'capture_intent', sale: facts(), tries: 0 })
    const untaxed = anOrder(aLine({ quantity: 1_000, unit_amount: 1_234 }))
    await performEffect(context, { kind: 'capture_intent', sale: facts({ order: untaxed }), tries: 0 })
    expect(bodies).toMatchObject([
      { amount: 1234, payment_data: { tip_amount: 0, tax_amount: 0 } },
      { amount: 1234, payment_data: { tip_amount: 0, tax_amount: 0, order_details: { total: 1234 } } },
    ])
  })
})

describe('releasing a hold', () => {
  test.each([
    [true, 'payment_intents.capture', { amount: 0 }],
    [false, 'payment_intents.cancel', { cancellation_reason: 'requested_by_customer' }],
  ])('a void releases the hold only if nothing of it was captured (held: %s)', async (held, name, body) => {
    const calls: unknown[] = []
    const call = async (called: string, given: { body?: unknown }) => {
      calls.push([called, given.body])
      return { ok: true, value: { status: 'cancelled' } }
    }
    const context = { ...refusingContext(refused(404, '')), client: () => ({ call }) as unknown as Client }
    const answer = await performEffect(context, { kind: 'void_intent', sale: facts(), tries: 0, held })
    expect(answer).toEqual({ kind: 'void_accepted' })
    expect(calls).toEqual([[name, body]])
  })

  test('a void without the bank’s answer is not done: the money may still be with the shop', async () => {
    const call = async () => ({ ok: true, value: { status: 'processing' } })
    const context = { ...refusingContext(refused(404, '')), client: () => ({ call }) as unknown as Client }
    for (const held of [true, false]) {
      const answer = await performEffect(context, { kind: 'void_intent', sale: facts(), tries: 0, held })
      expect(answer).toMatchObject({ kind: 'void_failed', refused: false })
    }
  })
})

describe('a capture or a void that was not carried out', () => {
  const failureOf = async (kind: 'capture_intent' | 'void_intent', status: number, code: string) =>
    performEffect(refusingContext(refused(status, code)), { kind, sale: facts(), tries: 0, held: false })

  test.each([
    [401, 'api_key_invalid'],
    [400, 'idempotency_key_reused'],
    [409, 'idempotency_answer_lost'],
    [500, 'internal'],
  ] as const)(
    'a capture or void does not count as refused when the service did not decide about it (%i %s)',
    async (status, code) => {
      expect(await failureOf('capture_intent', status, code)).toMatchObject({ refused: false })
      expect(await failureOf('void_intent', status, code)).toMatchObject({ refused: false })
    },
  )

  test('a capture or void counts as refused when the payment’s state does not allow it', async () => {
    expect(await failureOf('capture_intent', 409, 'state_conflict')).toMatchObject({ refused: true })
    expect(await failureOf('void_intent', 409, 'state_conflict')).toMatchObject({ refused: true })
  })
})
