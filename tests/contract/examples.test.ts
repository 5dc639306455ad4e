import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import committed from '../../src-service/http/reference/examples.json'
import type { Operation } from '../../src-shared/api/operation.ts'
import { operationEntries } from '../../src-shared/api/operations.ts'
import { evenOut } from './support/even-out.ts'
import type { Recording } from './support/record-call.ts'
import { recordExamples } from './support/record-examples.ts'
import { startService } from './support/running-service.ts'

/**
 * The examples of the reference are answers of a running service. To record them again after a change:
 * COUNTERTOP_RECORD=1 npm test -- contract examples, then npm run api
 */
const file = join(import.meta.dirname, '../../src-service/http/reference/examples.json')
let recorded: Recording
let examples = committed as Recording
beforeAll(async () => {
  // With a public address, a receipt by text message contains a link, which is the same each time.
  const service = await startService(undefined, { publicUrl: 'https://payments.example.com' })
  try {
    recorded = evenOut(await recordExamples(service))
  } finally {
    await service.stop()
  }
  if (process.env.COUNTERTOP_RECORD !== '1') return
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
  examples = recorded
})

/**
 * The contract does not define the content of these fields; deliveries are under way while the examples are recorded.
 */
const open = ['gateway_response', 'meta_data', 'user_fields', 'order_details', 'deliveries']

/** Returns the path of every field; of a list, only the first entry counts. */
function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  if (Array.isArray(value)) return value.length === 0 ? [path] : fieldsOf(value[0], `${path}[]`)
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      open.includes(key) ? [`${path}.${key}`] : fieldsOf(inner, path === '' ? key : `${path}.${key}`),
    )
    .sort()
}

describe('the examples of the reference', () => {
  test.each(operationEntries)(
    'the examples of the reference include %s, with the fields that a running service returns',
    (name) => {
      expect(recorded[name], `${name} is not called in support/record-examples.ts`).toBeDefined()
      expect(fieldsOf(examples[name])).toEqual(fieldsOf(recorded[name]))
    },
  )

  test.each(operationEntries)(
    'the examples of the reference match the schemas of %s',
    (name, row: Operation) => {
      const example = examples[name]
      expect(row.reply.safeParse(example?.reply).error?.message).toBeUndefined()
      expect(row.body?.safeParse(example?.body).error?.message).toBeUndefined()
    },
  )
})
