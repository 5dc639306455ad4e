import { foldedName } from '../store/name-columns.ts'
import type { Condition } from '../store/store.ts'

/** Filters of a list (section 4.3): what the query leaves out narrows nothing. */
export const equal = (fields: Readonly<Record<string, string | undefined>>): readonly Condition[] =>
  Object.entries(fields).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, is: '=' as const, value }],
  )

/** By a part of a name, whatever its case. */
export const named = (column: string, part: string | undefined): readonly Condition[] =>
  part === undefined || part === '' ? [] : [{ column, is: 'contains', value: foldedName(part) }]
