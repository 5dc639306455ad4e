import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '../../../../src-shared/api/operation.ts'
import { operationEntries } from '../../../../src-shared/api/operations.ts'

/** Fields that null does not remove (docs/decisions/0030). */
const staying = [
  // Once it is set it stays.
  'payment_intents.update customer_id',
  'payment_method_intents.update customer_id',
  // Corrected field by field; a method of another type has none.
  'payment_methods.update card',
  // Required in each update (section 2.11).
  'accounts.update company',
  'accounts.update address',
  // Required in the end.
  'applications.update name',
  'applications.update company',
  'applications.update address',
  'applications.update bank_account',
]

const takesNull = (field: z.core.$ZodType): boolean => z.safeParse(field, null).success
const shapeOf = (schema: z.ZodType | undefined): z.core.$ZodShape =>
  schema instanceof z.ZodObject ? schema.shape : {}

test('null removes each field of an update that may be null in its answer, and no other', () => {
  const updates = operationEntries.filter(([name]) => name.endsWith('.update'))
  const fields = updates.flatMap(([name, row]: readonly [string, Operation]) => {
    const answered = shapeOf(row.reply)
    return Object.entries(shapeOf(row.body)).flatMap(([field, sent]) => {
      const shown = answered[field]
      return shown === undefined
        ? []
        : [{ name: `${name} ${field}`, isRemovable: takesNull(sent), mayBeNull: takesNull(shown) }]
    })
  })
  expect(fields.length).toBeGreaterThan(50)
  const differing = fields.filter(({ isRemovable, mayBeNull }) => isRemovable !== mayBeNull)
  expect(differing.filter(({ isRemovable }) => isRemovable)).toEqual([])
  expect(differing.map(({ name }) => name).sort()).toEqual([...staying].sort())
})
