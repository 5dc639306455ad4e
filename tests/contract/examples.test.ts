import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import committed from '../../src-service/http/reference/examples.json'
import type { Operation } from '../../src-shared/api/operation.ts'
import { operationEntries } from '../../src-shared/api/operations.ts'
import { evenOut, type Recording, recordExamples } from './support/record-examples.ts'
import { startService } from './support/running-service.ts'

/**
 * The examples of the reference are answers of a running service. To record them anew after a change:
 * COUNTERTOP_RECORD=1 npm test -- contract examples, then npm run api
 */
const file = join(import.meta.dirname, '../../src-service/http/reference/examples.json')
let recorded: Recording
beforeAll(async () => {
  const service = await startService()
  try {
    recorded = evenOut(await recordExamples(service))
  } finally {
    await service.stop()
  }
  if (process.env.COUNTERTOP_RECORD === '1') writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`)
}, 60_000)

const examples: Recording = process.env.COUNTERTOP_RECORD === '1' ? {} : (committed as Recording)

describe('the examples of the reference', () => {
  test.each(operationEntries)('are there for %s, and are what a running service answers', (name) => {
    expect(recorded[name], `${name} is not called in support/record-examples.ts`).toBeDefined()
    if (process.env.COUNTERTOP_RECORD !== '1') expect(examples[name]).toEqual(recorded[name])
  })

  test.each(operationEntries)('keep the schemas of %s', (name, row: Operation) => {
    const example = recorded[name]
    expect(row.reply.safeParse(example?.reply).error?.message).toBeUndefined()
    expect(row.body?.safeParse(example?.body).error?.message).toBeUndefined()
  })
})
