import { foldedName } from '../store/name-columns.ts'
import type { Condition } from '../store/store.ts'

/** Returns the filters of a list (section 4.3). A parameter that the query leaves out does not filter. */
export const equal = (fields: Readonly<Record<string, string | undefined>>): readonly Condition[] =>
  Object.entries(fields).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, is: '=' as const, value }],
  )

/** Filters by a part of a name, ignoring case. */
export const named = (column: string, part: string | undefined): readonly Condition[] =>
  part === undefined || part === '' ? [] : [{ column, is: 'contains', value: foldedName(part) }]
