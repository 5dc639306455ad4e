import { expect, onTestFinished, test } from 'vitest'
import { openHarshBooks } from '../../../../src-service/processor/harsh/books.ts'
import { createHarshProcessor } from '../../../../src-service/processor/harsh/harsh-processor.ts'
import { onPage, paymentRef } from '../../../support/processor-references.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'

test.each([
  ['000123456789', { outcome: 'cleared' }],
  ['000111112', { outcome: 'returned', return_code: 'R01', return_message: 'Insufficient funds' }],
])(
  'the clearing of a bank debit of account %s at the harsh bank has the same answer every time',
  async (account_number, expected) => {
    const books = openHarshBooks(':memory:')
    onTestFinished(() => books.close())
    const processor = createHarshProcessor({
      clock: createSteadyClock(),
      books,
      latencyMs: 0,
      trouble: () => ({ kind: 'none' }),
    })
    const payment = paymentRef('pmt_1')
    const account = {
      routing_number: '110000000',
      account_type: 'checking',
      account_holder: 'Ana Torres',
    } as const
    await processor.authorize({
      ...payment,
      source: { kind: 'bank', bank: { ...account, rail: 'us_bank_ach', account_number } },
      card_present: false,
      ...onPage,
      entry_mode: null,
      capture: true,
      auth_code: null,
    })
    // The first caller may have been killed before it recorded the answer.
    for (const _ of [1, 2]) expect(await processor.clear(payment)).toEqual(expected)
  },
)
