import first from './migrations/0001-first.sql'

/** Applied in order, forward only, each once. A released migration is never edited. */
export const migrations: readonly { readonly number: number; readonly name: string; readonly sql: string }[] =
  [{ number: 1, name: 'first', sql: first }]
