import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from '../../../../src-service/http/validate.ts'

const schema = z.strictObject({ amount: z.number(), currency: z.string(), description: z.string() })

function refusalOf(value: unknown) {
  const checked = validate(schema, value, 'plain')
  if (checked.ok) throw new Error('it was not refused')
  return checked.error
}

test('of very many wrong fields, a hundred are described and the rest are counted', () => {
  const fields = 10_000
  const sent = Object.fromEntries(Array.from({ length: fields }, (_, at) => [`unknown${at}`, 1]))
  let looks = 0
  const watched = new Proxy(sent, {
    getOwnPropertyDescriptor(target, name) {
      looks += 1
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  })
  const refusal = refusalOf(watched)
  expect(refusal.errors).toHaveLength(100)
  expect(refusal.message).toContain(`${fields + 2} more fields were refused`)
  // The schema looks at each field once; the similar field name is looked up for a hundred only.
  expect(looks).toBeLessThan(2 * fields)
})

test('a long name is quoted only in part', () => {
  const refusal = refusalOf({ amount: 1, currency: 'USD', description: '', ['4 '.repeat(100_000)]: 1 })
  expect(refusal.param?.length).toBeLessThan(110)
  expect(refusal.message.length).toBeLessThan(300)
})

test('a field without a name is quoted as such, not taken for the whole body', () => {
  const refusal = refusalOf({ amount: 1, currency: 'USD', description: '', '': 1 })
  expect(refusal).toMatchObject({ code: 'parameter_unknown', param: '""' })
  expect(refusal.message).toContain('"" is not a field of this operation.')
})
