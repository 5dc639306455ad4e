import { serviceError } from '../../src-shared/api/errors.ts'
import type { surchargeOperations } from '../../src-shared/api/operations/surcharges.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Chapter, Services } from '../services.ts'
import { surchargeOf } from './surcharge.ts'

/** Section 4.2: surcharge calculation. */
export function createSurcharges({
  store,
}: Pick<Services, 'store'>): Chapter<keyof typeof surchargeOperations> {
  return {
    handlers: {
      'surcharges.calculate': async ({ caller: { accountId }, body }) => {
        const { payment_method_id: id, amount, percent } = body
        const param = { param: 'payment_method_id' }
        const method = await store.get<PaymentMethod>('payment_method', accountId, id)
        if (method === null) {
          return err(
            serviceError('resource_missing', `There is no payment method ${id} in this account.`, param),
          )
        }
        const { card, billing_details, payment_method_type } = method.document
        if (card === null) {
          return err(
            serviceError(
              'parameter_invalid',
              `Payment method ${id} is a ${payment_method_type} account; only cards can bear a surcharge. Charge the amount without one.`,
              param,
            ),
          )
        }
        const postalCode = body.postal_code ?? billing_details.postal_code ?? null
        return ok(surchargeOf({ funding: card.funding, postalCode, amount, percent }))
      },
    },
  }
}
