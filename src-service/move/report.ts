import type { TableProof } from './proof.ts'
import { type MoneyKind, type MoneySums, moneyKinds } from './sums.ts'

/** Maximum number of accounts and businesses that are listed. The rest, of a partner with thousands, is counted. */
const mostListed = 20

/** Returns text lines with the content of both sides: the tables that are not empty, and the money. */
export function proofLines(proofs: readonly TableProof[]): readonly string[] {
  const tables = proofs.filter(({ sqlite }) => sqlite.rows > 0)
  const sums = proofs.flatMap(({ postgres }) => postgres.sums)
  const money = sums.slice(0, mostListed)
  const kinds = moneyKinds.filter((kind) => sums.some(({ amounts }) => amounts[kind] !== undefined))
  const rest = sums.length - money.length
  return [
    ...columns([
      ['Table', 'Rows', 'Digest, the same on both sides'],
      ...tables.map(({ name, sqlite }) => [name, grouped(BigInt(sqlite.rows)), sqlite.digest.slice(0, 16)]),
    ]),
    ...(money.length === 0
      ? []
      : ['', ...columns([headOf(kinds), ...money.map((sum) => lineOf(sum, kinds))])]),
    ...(rest === 0 ? [] : [`and ${grouped(BigInt(rest))} more, the same on both sides`]),
  ]
}

const headOf = (kinds: readonly MoneyKind[]): readonly string[] => [
  'Account or business',
  'Currency',
  ...kinds.map(capital),
]

const lineOf = ({ of, currency, amounts }: MoneySums, kinds: readonly MoneyKind[]): readonly string[] => [
  of,
  currency,
  ...kinds.map((kind) => (amounts[kind] === undefined ? '' : decimal(amounts[kind]))),
]

/** Aligns texts left and numbers right. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const width = (at: number): number => Math.max(...rows.map((row) => row[at]?.length ?? 0))
  return rows.map((row) =>
    row
      .map((cell, at) => (isText(rows, at) ? cell.padEnd(width(at)) : cell.padStart(width(at))))
      .join('  ')
      .trimEnd(),
  )
}

/** Decides by the cells below the heading. */
const isText = (rows: readonly (readonly string[])[], at: number): boolean =>
  rows.slice(1).some((row) => /[^\d.,]/.test(row[at] ?? ''))

const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

export const grouped = (whole: bigint): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',')

/** @param cents may exceed the exact integers of a number */
export const decimal = (cents: bigint): string =>
  `${grouped(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
