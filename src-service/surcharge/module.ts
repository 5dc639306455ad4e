import { refuse } from '../../src-shared/api/errors.ts'
import type { surchargeOperations } from '../../src-shared/api/operations/surcharges.ts'
import { ok } from '../../src-shared/result.ts'
import { loadMethod } from '../authorize/payable.ts'
import { knownPostalCode } from '../checkout/due.ts'
import type { ServiceModule, Services } from '../services.ts'
import { surchargeOf } from './surcharge.ts'

/** Section 4.2: surcharge calculation. */
export function surchargeModule(
  services: Pick<Services, 'store' | 'clock' | 'processor'>,
): ServiceModule<keyof typeof surchargeOperations> {
  return {
    handlers: {
      'surcharges.calculate': async ({ caller: { accountId }, body }) => {
        const { payment_method_id: id, amount, percent } = body
        const found = await loadMethod(services, accountId, id, 'payment_method_id')
        if (!found.ok) return found
        const { card, billing_details, payment_method_type } = found.value.method.document
        if (card === null) {
          return refuse(
            'parameter_invalid',
            `Payment method ${id} is a ${payment_method_type} account; surcharges only apply to cards. Charge the amount without a surcharge.`,
            { param: 'payment_method_id' },
          )
        }
        const postalCode = knownPostalCode(body) ?? knownPostalCode(billing_details) ?? null
        return ok(surchargeOf({ funding: card.funding, postalCode, amount, percent }))
      },
    },
  }
}
