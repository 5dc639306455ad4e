import type { Operation } from '../operation.ts'
import { calculateSurchargeBodySchema, surchargeSchema } from '../schemas/surcharge.ts'

/** Section 4.2: surcharge calculation. */
export const surchargeOperations = {
  'surcharges.calculate': {
    method: 'POST',
    path: '/surcharges/calculate',
    summary: 'Calculate the surcharge for a card; nothing is charged',
    spec: '4.2',
    access: 'read',
    account: 'required',
    body: calculateSurchargeBodySchema,
    reply: surchargeSchema,
  },
} as const satisfies Record<string, Operation>
