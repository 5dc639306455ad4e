import { expect, test } from 'vitest'
import { createContent, differences, type TableContent } from '../../../../src-service/move/proof.ts'
import { nextBatch } from '../../../../src-service/move/read-table.ts'
import { decimal, grouped, proofLines } from '../../../../src-service/move/report.ts'
import type { MovedRow } from '../../../../src-service/move/what-is-moved.ts'

const columns = ['account_id', 'amount_captured', 'amount_refunded', 'amount_voided', 'document']
const paid = (account: string, cents: number, currency = 'USD'): MovedRow => [
  ...[account, cents, 100, 7],
  JSON.stringify({ currency }),
]

function contentOf(rows: readonly MovedRow[], name = 'payments', of = columns): TableContent {
  const content = createContent(name, of)
  for (const row of rows) content.add(row)
  return content.result()
}
const proofOf = (sqlite: TableContent, postgres: TableContent, name = 'payments') => ({
  name,
  sqlite,
  postgres,
})

test('two tables with the same rows are equal, in whatever order they are read', () => {
  const rows = [paid('acct_1', 500), paid('acct_2', 900), paid('acct_1', 1)]
  expect(differences([proofOf(contentOf(rows), contentOf(rows.toReversed()))])).toEqual([])
})

test.each([
  ['is missing', [paid('acct_1', 500)], '2 rows in SQLite, 1 in PostgreSQL'],
  ['exists twice in place of another', [paid('acct_1', 500), paid('acct_1', 500)], 'not the same'],
  ['has another amount', [paid('acct_1', 500), paid('acct_2', 901)], 'not the same'],
  ['has another document', [paid('acct_1', 500), paid('acct_2', 900, 'CAD')], 'not the same'],
  [
    'contains a number as a text',
    [paid('acct_1', 500), ['acct_2', '900', 100, 7, '{"currency":"USD"}']],
    'not the same',
  ],
])('a row that %s is reported as a difference', (_, rows, words) => {
  const whole = contentOf([paid('acct_1', 500), paid('acct_2', 900)])
  expect(differences([proofOf(whole, contentOf(rows as readonly MovedRow[]))])).toEqual([
    expect.stringContaining(words),
  ])
})

test('the money is added up by account and currency, even beyond the largest safe integer', () => {
  const large = Number.MAX_SAFE_INTEGER
  const { sums } = contentOf([paid('acct_1', large), paid('acct_1', large), paid('acct_1', 5, 'CAD')])
  expect(sums).toEqual([
    { of: 'acct_1', currency: 'CAD', amounts: { captured: 5n, refunded: 100n, voided: 7n } },
    { of: 'acct_1', currency: 'USD', amounts: { captured: 2n * BigInt(large), refunded: 200n, voided: 14n } },
  ])
})

test('the proof is a table of the row counts and the sums of money', () => {
  const payments = contentOf([paid('acct_1', 123_456)])
  const cards = contentOf([['bus_1', 'CAD', 5000]], 'gift_cards', ['business_id', 'currency', 'balance'])
  const proofs = [proofOf(cards, cards, 'gift_cards'), proofOf(payments, payments)]
  const empty = contentOf([], 'fees', ['id'])
  const lines = proofLines([...proofs, proofOf(empty, empty, 'fees')])
  expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
    ['Table', 'Rows', 'Digest, the same on both sides'],
    ['gift_cards', '1', cards.digest.slice(0, 16)],
    ['payments', '1', payments.digest.slice(0, 16)],
    [''],
    ['Account or business', 'Currency', 'Captured', 'Refunded', 'Voided', 'Gift cards'],
    ['bus_1', 'CAD', '50.00'],
    ['acct_1', 'USD', '1,234.56', '1.00', '0.07'],
  ])
})

test('of thousands of accounts twenty are listed, and the rest are counted', () => {
  const many = contentOf(Array.from({ length: 1021 }, (_, at) => paid(`acct_${at}`, at)))
  const lines = proofLines([proofOf(many, many)])
  expect(lines.filter((line) => line.startsWith('acct_'))).toHaveLength(20)
  expect(lines.at(-1)).toBe('and 1,001 more, the same on both sides')
})

test('numbers are formatted for people', () => {
  expect([0n, 999n, 1000n, 1_234_567n].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567'])
  expect([0n, 5n, 123_456_789n].map(decimal)).toEqual(['0.00', '0.05', '1,234,567.89'])
})

test('a batch has fewer rows the larger they are, at least one, and grows in steps', () => {
  expect(nextBatch({ rows: 8, length: 80 })).toBe(32)
  expect(nextBatch({ rows: 5_000, length: 50_000 })).toBe(5_000)
  expect(nextBatch({ rows: 100, length: 1_000_000 })).toBe(100)
  expect(nextBatch({ rows: 8, length: 80_000_000 })).toBe(1)
})
