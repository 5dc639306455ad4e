import { expect, test } from 'vitest'
import { decideBeginAtTerminal } from '../../../../src-service/authorize/decide-begin-at-terminal.ts'
import { firstRow } from '../../../../src-service/store/row-writes.ts'
import { openPaymentsHarness } from '../intents/payments-harness.ts'

test.each([
  [1000, 'ok'],
  [999, 'state_conflict'],
])(
  'a terminal that authorizes by itself, and showed %i cents of an intent of 1000: %s',
  async (agreedAmount, outcome) => {
    const harness = await openPaymentsHarness()
    const document = await harness.intent({ amount: 1000 })
    const begun = decideBeginAtTerminal(
      firstRow(document.account_id, document.id, document, 1),
      {
        hsn: 'T-1',
        agreedAmount,
        receiptData: {} as never,
        showBin: false,
        paymentId: 'pmt_1',
        processor: 'x',
      },
      { now: 1, verified: 1, newId: () => 'id_1' } as never,
    )
    expect(begun.ok ? 'ok' : begun.error.code).toBe(outcome)
  },
)
