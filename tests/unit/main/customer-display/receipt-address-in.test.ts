import { expect, test } from 'vitest'
import { receiptAddressIn } from '../../../../src-main/customer-display/receipt-address-in.ts'
import type { CallFailure, Client } from '../../../../src-shared/api/client.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'

const receipt = { intent_id: 'pi_1', language: 'fr' } as const
/** A service with this answer, and the requests it got. */
function answering(answer: Result<{ url: string }, CallFailure>) {
  const asked: unknown[] = []
  const call = async (...request: readonly unknown[]) => {
    asked.push(request)
    return answer
  }
  return { asked, client: () => ({ call }) as unknown as Client }
}

test('the address of a receipt is requested in the language of its reader', async () => {
  const url = 'https://pay.example.com/receipts/pi_1'
  const { asked, client } = answering(ok({ url }))
  expect(await receiptAddressIn(client, receipt)).toBe(url)
  expect(asked).toEqual([
    ['payment_intents.receipt_link', { params: { id: 'pi_1' }, query: { locale: 'fr' } }],
  ])
})

test.each([
  ['leads to this computer alone', ok({ url: 'http://127.0.0.1:8080/receipts/pi_1' })],
  ['is not answered', err({ kind: 'no_answer', reason: 'gone' } as const)],
])('an address that %s is not used', async (_, answer) => {
  expect(await receiptAddressIn(answering(answer).client, receipt)).toBeNull()
})

test('without a service there is no receipt address', async () => {
  expect(await receiptAddressIn(() => null, receipt)).toBeNull()
})
