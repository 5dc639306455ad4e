import { expect, onTestFinished, test } from 'vitest'
import { openHarshBooks } from '../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../src-service/processor/harsh/harsh-processor.ts'
import type { Processor } from '../../../../src-service/processor/processor.ts'
import { openLedger } from '../../../../src-service/processor/sandbox/ledger.ts'
import { createSandboxProcessor } from '../../../../src-service/processor/sandbox/sandbox-processor.ts'
import { atCounter, paymentRef, refundRef } from '../../../support/processor-references.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { visa } from '../authorize/cards.ts'

const banks: Readonly<Record<string, (clock: ReturnType<typeof createSteadyClock>) => Processor>> = {
  sandbox(clock) {
    const ledger = openLedger(':memory:')
    onTestFinished(() => ledger.close())
    return createSandboxProcessor({ clock, ledger, latencyMs: 0 })
  },
  harsh(clock) {
    const books = openHarshBooks(':memory:')
    onTestFinished(() => books.close())
    return createHarshProcessor({ clock, books, latencyMs: 0, trouble: () => ({ kind: 'none' }) })
  },
}

test.each(Object.keys(banks))(
  'the bank %s that returns a refund no longer counts it as paid, and can refund the amount again',
  async (name) => {
    const clock = createSteadyClock()
    const bank = banks[name]?.(clock)
    if (bank === undefined) throw new Error(`there is no bank ${name}`)
    const payment = paymentRef('pmt_1', { begun_at: clock.verified() })
    await bank.authorize({
      ...payment,
      source: { kind: 'card', card: visa },
      card_present: true,
      ...atCounter,
      entry_mode: null,
      capture: true,
      auth_code: null,
    })
    // The harsh bank refunds only payments that its batch has settled.
    clock.advance(11 * 60_000)
    expect(await bank.refund(payment, refundRef('re_1', 700))).toMatchObject({ outcome: 'done' })
    expect(await bank.refund(payment, refundRef('re_2', 700))).toMatchObject({ outcome: 'refused' })
    for (let times = 0; times < 2; times += 1) await bank.returnRefund?.(payment, refundRef('re_1', 700))
    expect(await bank.refund(payment, refundRef('re_3', 700))).toMatchObject({ outcome: 'done' })
    expect(await bank.refund(payment, refundRef('re_4', 400))).toMatchObject({ outcome: 'refused' })
    expect(await bank.refund(payment, refundRef('re_5', 300))).toMatchObject({ outcome: 'done' })
  },
)
