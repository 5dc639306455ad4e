/**
 * Removes the time limits, because migrating many rows may take long. The list differs between server versions.
 * @param isLocal for the current transaction only, not the whole connection
 */
export const patient = (isLocal: boolean) =>
  `SELECT set_config(name, '0', ${isLocal}) FROM pg_settings
   WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

const longestMs = 2 ** 31 - 1

/** `pg` supports query_timeout per query, but its types do not. */
export const unhurried = (text: string, values: readonly unknown[] = []) => ({
  ...{ text, query_timeout: longestMs },
  ...(values.length > 0 && { values: [...values] }),
})
