import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromRoot } from '../../../../scripts/lib/paths.mjs'
import { saveApplicationPageBodySchema } from '../../../../src-shared/api/schemas/application-page.ts'
import { saveContractorPageBodySchema } from '../../../../src-shared/api/schemas/contractor-page.ts'
import { misfitOf, type Rule } from '../../../../src-web/application/fields/check-value.ts'
import rules from '../../../../src-web/application/fields/field-rules.json'
import { withValue } from '../../../../src-web/application/fields/paths.ts'

interface Schema extends Rule {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Returns the rules of the schema's fields by their path, in which `*` stands for any list index. */
function rulesIn(
  { properties, items, $ref, ...schema }: Schema,
  defined: NonNullable<Schema['$defs']>,
  path = '',
): readonly (readonly [string, Rule])[] {
  // null removes a group of fields; the form has only the fields.
  const shapes: readonly Schema[] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [group] = shapes
  const isGroup = group?.properties !== undefined || group?.$ref !== undefined
  if (isGroup && shapes.length === 1) return rulesIn(group, defined, path)
  if ($ref !== undefined) return rulesIn(defined[$ref.replace('#/$defs/', '')] ?? {}, defined, path)
  if (properties !== undefined) {
    const below = path === '' ? '' : `${path}.`
    return Object.entries(properties).flatMap(([name, one]) => rulesIn(one, defined, `${below}${name}`))
  }
  if (items !== undefined) return rulesIn(items, defined, `${path}.*`)
  return [[path, ruleOf(schema)]]
}
const ruleOf = ({ type, maxLength, minLength, pattern, minimum, maximum, anyOf, ...one }: Schema): Rule =>
  JSON.parse(
    JSON.stringify({
      ...{ type, maxLength, minLength, pattern, minimum, maximum },
      ...{ enum: one.enum, const: one.const, anyOf: anyOf?.map(ruleOf) },
    }),
  )
const schemas = { application: saveApplicationPageBodySchema, contractor: saveContractorPageBodySchema }
function rulesOf(schema: z.ZodType) {
  const whole = z.toJSONSchema(schema, { io: 'input' }) as Schema
  return Object.fromEntries(rulesIn(whole, whole.$defs ?? {}))
}

test('the rules of the forms match the API’s schemas', () => {
  const made = { application: rulesOf(schemas.application), contractor: rulesOf(schemas.contractor) }
  if (process.env.COUNTERTOP_RECORD === '1') {
    const file = fromRoot('src-web', 'application', 'fields', 'field-rules.json')
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`)
  }
  expect(rules, 'run this test with COUNTERTOP_RECORD=1').toEqual(made)
})

const values = fc.oneof(
  fc.string({ maxLength: 260 }),
  fc.stringMatching(/^[\d*-]{0,18}$/),
  fc.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
  fc.emailAddress(),
  fc.constantFrom(
    'US',
    '5812',
    'LIMITED_LIABILITY_COMPANY',
    'MEMBER LLC',
    'checking',
    '****-**-**',
    'INDIVIDUAL',
  ),
  fc.integer({ min: -2, max: 200 }),
  fc.nat(),
  fc.boolean(),
)

test.each(['application', 'contractor'] as const)(
  'the rules of the form of an %s accept exactly what the API accepts',
  (name) => {
    const all: Readonly<Record<string, Rule>> = rules[name]
    // A time zone is checked by its name, of which the form offers only some.
    const paths = Object.keys(all).filter((path) => path !== 'company.timezone')
    fc.assert(
      fc.property(fc.constantFrom(...paths), values, (path, value) => {
        // The form trims the texts that it sends.
        const trimmed = typeof value === 'string' ? value.trim() : value
        const [list, below] = path.split('.*.')
        const body =
          below === undefined
            ? withValue({}, path, trimmed)
            : withValue({}, list ?? '', [withValue({}, below, trimmed)])
        expect(misfitOf(all[path] ?? {}, trimmed) === null, `${path}: ${JSON.stringify(trimmed)}`).toBe(
          schemas[name].safeParse(body).success,
        )
      }),
      { numRuns: 600 },
    )
  },
)
