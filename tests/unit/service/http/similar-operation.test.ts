import { expect, test } from 'vitest'
import { createSimilarOperation } from '../../../../src-service/http/similar-operation.ts'
import { operationFacts } from '../../../../src-shared/api/operation-facts.ts'

const rows = Object.values(operationFacts)

test('operations of training are suggested in training only', () => {
  const production = createSimilarOperation(rows.filter(({ sandbox }) => sandbox !== true))
  const training = createSimilarOperation(rows)
  expect(training('GET', '/sandbox/outbx')).toBe('GET /sandbox/outbox')
  expect(production('GET', '/sandbox/outbx')).toBeNull()
})

test('every operation is found by its own path, and in another notation', () => {
  const similar = createSimilarOperation(rows)
  for (const { method, path } of rows) {
    const camel = path.replace(/_(?=\w)(?![^{]*\})/g, '-')
    expect(similar(method, path.replace(/\{\w+\}/g, 'x1'))).toBe(`${method} ${path}`)
    expect(similar(method, `/api${camel.replace(/\{[\w-]+\}/g, 'x1').toUpperCase()}`), path).toBe(
      `${method} ${path}`,
    )
  }
})

test('the longest paths that are compared cost little', () => {
  const similar = createSimilarOperation(rows)
  const paths = [`/${'paymentintent/'.repeat(8)}`, `/${'payment_intenxx'}`, `/${'a/'.repeat(59)}`]
  const begin = process.cpuUsage()
  for (let times = 0; times < 100; times += 1) for (const path of paths) similar('POST', path)
  expect(process.cpuUsage(begin).user / 1000 / 300).toBeLessThan(2)
})
