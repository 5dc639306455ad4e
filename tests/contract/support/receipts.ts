import { expect } from 'vitest'
import type { OperationName, OperationReply } from '../../../src-shared/api/operations.ts'
import type { SendReply, SentMail } from '../../../src-shared/api/schemas/message.ts'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Answer, Ask, Request } from './ask.ts'

export const cardNumber = '4242424242424242'
export const card = {
  payment_method_type: 'card',
  card: { number: cardNumber, exp_month: '12', exp_year: '2049' },
}

export type PaidIntent = PaymentIntent & { readonly latest_payment: Payment }

/** Sales for which receipts are requested, at one account. */
export function createReceiptHarness(ask: Ask, as: Pick<Request, 'key' | 'accountId'> = {}) {
  async function must<Name extends OperationName>(
    name: Name,
    body: object | undefined,
    path?: string,
  ): Promise<OperationReply<Name>> {
    const sent = body === undefined ? {} : { body }
    const answer = await ask(name, { ...as, ...sent, ...(path === undefined ? {} : { path }) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as OperationReply<Name>
  }
  const harness = {
    must,
    /** Creates an intent and pays it with data from the payer's browser; a declined one is returned as well. */
    async pay(intent: object = {}, method: object = {}): Promise<PaidIntent> {
      const { id, client_secret } = await must('payment_intents.create', { amount: 1234, ...intent })
      const { id: payment_method_id } = await must('tokens.create', { client_secret, ...card, ...method })
      const path = `/payment_intents/${id}/payments`
      return (await must('payments.create', { payment_method_id }, path)) as PaidIntent
    },
    ask: (id: string, body: object = {}): Promise<Answer> =>
      ask('payment_intents.send_receipt', { ...as, path: `/payment_intents/${id}/receipt`, body }),
    async send(id: string, body: object = {}): Promise<SendReply> {
      return must('payment_intents.send_receipt', body, `/payment_intents/${id}/receipt`)
    },
    async outbox(): Promise<readonly SentMail[]> {
      const { data } = await must('sandbox.outbox', undefined)
      return data.filter((message) => message.kind === 'email')
    },
    /** Returns the receipt that was just sent. */
    async mailOf(id: string): Promise<SentMail> {
      await harness.send(id, { email_override: 'ana@example.com' })
      const [mail] = await harness.outbox()
      if (mail === undefined) throw new Error('nothing was sent')
      return mail
    },
  }
  return harness
}
