import { expect, test } from 'vitest'
import { isLight, weightOf } from '../../../../src-service/http/body-weight.ts'

const weight = (body: unknown) =>
  weightOf(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `sku_${n}`,
    title: 'A thing, in a box',
    price: 1_250,
    amounts: [1],
  }))

test.each([
  ['a sale', { amount: 1_000, description: 'Coffee', user_fields: { table: '4' } }],
  ['an order of 50 items', { amount: 1_000, order_details: { items: items(50) } }],
  ['an order of 500 items', { amount: 1_000, order_details: { items: items(500) } }, 2],
])('%s counts as one request, or hardly more', (_, body, most = 0) => {
  expect(weight(body)).toBeLessThanOrEqual(most)
})

test.each([
  ['lists in lists', '['.repeat(500_000) + ']'.repeat(500_000), 100],
  ['empty objects', `[${'{},'.repeat(19_000)}{}]`, 19],
  ['fields', `{${'"a":1,'.repeat(170_000)}"b":1}`, 90],
  ['numbers', `[${'1,'.repeat(500_000)}1]`, 40],
  ['one text', `"${'x'.repeat(1_000_000)}"`, 10],
  ['lists in 16 KiB', `[${'[],'.repeat(5_000)}[]]`, 4],
])('a body of %s counts as the many requests whose time it takes', (_, body, least) => {
  expect(weight(body)).toBeGreaterThanOrEqual(least)
})

test('a body counts as at most a hundred requests: none that is read takes longer', () => {
  expect(weight('['.repeat(1_048_576))).toBe(100)
})

test('a body of less than 4 KiB is not weighed, whatever is in it', () => {
  expect(isLight(Buffer.from('['.repeat(4_095)))).toBe(true)
  expect(isLight(Buffer.from('['.repeat(4_096)))).toBe(false)
})
