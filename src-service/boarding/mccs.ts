import type { z } from 'zod'
import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { listMccsQuerySchema, Mcc } from '../../src-shared/api/schemas/mcc.ts'
import list from '../../src-shared/boarding/mcc-list.json'
import type { Result } from '../../src-shared/result.ts'
import type { Page } from '../store/read-page.ts'
import { pageOfList } from './memory-page.ts'

/**
 * The categories of the Internal Revenue Service (Revenue Procedure 2004-43, a public document) and those that the card
 * networks added, by code; what is left out, and where to look for new ones, is in decision 49.
 */
const mccs: readonly Mcc[] = list.map(([mcc = '', description = '']) => ({
  id: mcc,
  entity: 'mcc',
  mcc,
  description,
}))
const codes = new Set(mccs.map(({ mcc }) => mcc))

/** Section 4.3, list MCCs. */
export function listMccs({
  mcc,
  description,
  ...query
}: z.infer<typeof listMccsQuerySchema>): Result<Page<Mcc>, ServiceError> {
  const words = description?.toLowerCase() ?? ''
  const found = mccs.filter(
    (one) => (mcc === undefined || one.mcc === mcc) && one.description.toLowerCase().includes(words),
  )
  return pageOfList(found, query)
}

/** @returns null for a code in the list, or without a code */
export const refuseMcc = (mcc: string | undefined, param: string): ServiceError | null =>
  mcc === undefined || codes.has(mcc)
    ? null
    : serviceError(
        'parameter_invalid',
        `${param} ${mcc} is not an available merchant category code. GET /mccs lists the codes.`,
        { param },
      )
