import type { paymentNoteOperations } from '../../src-shared/api/operations/payment-notes.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentNote } from '../../src-shared/api/schemas/payment-note.ts'
import { ok } from '../../src-shared/result.ts'
import { accountsInReach } from '../accounts/accounts-in-reach.ts'
import { runDecision } from '../commit.ts'
import { loadPayment } from '../intents/load.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import type { ServiceModule, Services } from '../services.ts'
import { readPage } from '../store/read-page.ts'
import { decideAddNote } from './decide-add-note.ts'

/** Notes of people about payments, and the list of disputed payments. */
export function paymentNotesModule(services: Services): ServiceModule<keyof typeof paymentNoteOperations> {
  const { store } = services
  return {
    handlers: {
      'payment_notes.create': ({ caller: { accountId }, params, body, idempotency }) =>
        runDecision(services, {
          load: async () => {
            const payment = await loadPayment(store, accountId, params.id)
            if (!payment.ok) return payment
            const { refund_id } = body
            const refund =
              refund_id === undefined ? null : await store.get<RefundDocument>('refund', accountId, refund_id)
            return ok({ payment: payment.value, refund })
          },
          decide: (state, context) => decideAddNote(state, body, context),
          idempotency,
        }),

      'payment_notes.list': async ({ caller: { accountId }, params, query }) => {
        const payment = await loadPayment(store, accountId, params.id)
        if (!payment.ok) return payment
        const where = [{ column: 'payment_id', is: '=', value: params.id }] as const
        return readPage<PaymentNote>(store, { kind: 'payment_note', accountIds: [accountId], where }, query)
      },

      'disputes.list': async ({ caller, query }) => {
        const where = [{ column: 'has_dispute', is: 'not null' }] as const
        const accountIds = await accountsInReach(services, caller)
        return readPage<Payment>(store, { kind: 'payment', accountIds, where }, query)
      },
    },
  }
}
