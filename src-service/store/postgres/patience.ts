/**
 * What brings many rows forward takes as long as it takes: its limits are neither the server's nor ours. Servers know different ones.
 * @param isLocal until the transaction ends, in place of the connection
 */
export const patient = (isLocal: boolean) =>
  `SELECT set_config(name, '0', ${isLocal}) FROM pg_settings
   WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

const longestMs = 2 ** 31 - 1

/** pg knows the limit of one query; its types do not. */
export const unhurried = (text: string, values: readonly unknown[] = []) => ({
  ...{ text, query_timeout: longestMs },
  ...(values.length > 0 && { values: [...values] }),
})
