import { foldedName } from './name-columns.ts'
import type { Condition } from './store.ts'

/** Returns the filters of a list (section 4.3). A parameter that the query leaves out does not filter, nor does null. */
export const equal = (fields: Readonly<Record<string, string | null | undefined>>): readonly Condition[] =>
  Object.entries(fields).flatMap(([column, value]) =>
    value == null ? [] : [{ column, is: '=' as const, value }],
  )

/** Filters by a part of a name, ignoring case. */
export const named = (column: string, part: string | undefined): readonly Condition[] =>
  part === undefined || part === '' ? [] : [{ column, is: 'contains', value: foldedName(part) }]
