import type { Operation } from '../operation.ts'
import { calculateSurchargeBodySchema, surchargeSchema } from '../schemas/surcharge.ts'

/** Section 4.2: surcharge calculation. */
export const surchargeOperations = {
  'surcharges.calculate': {
    method: 'POST',
    path: '/surcharges/calculate',
    summary: 'Work out the surcharge that a card may be charged; nothing is changed',
    spec: '4.2',
    access: 'read',
    account: 'required',
    body: calculateSurchargeBodySchema,
    reply: surchargeSchema,
  },
} as const satisfies Record<string, Operation>
