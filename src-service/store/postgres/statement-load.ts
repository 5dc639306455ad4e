/** The load of the database by this process, as a further statement would find it. */
export interface Load {
  /** Statements in flight, except stuck ones. */
  readonly statements: number
  /** Number of sets in those statements. */
  readonly carried: number
  /** Number of sets that one more statement would carry, ignoring its size limit. */
  readonly next: number
  /** All sets, waiting and in flight. */
  readonly unsettled: number
}

/** Up to this many unsettled sets the load is low, and each set should wait as little as possible. */
const fewSets = 16

/**
 * Whether one more statement may start. Few statements per process are enough to keep the server busy, and larger ones
 * cost both sides less. Under low load up to four run at once. Under high load up to three do, and the second and third
 * wait until they would carry at least the average number of sets of those in flight.
 */
export const mayBegin = ({ statements, carried, next, unsettled }: Load): boolean =>
  unsettled > fewSets ? statements === 0 || (statements < 3 && next >= carried / statements) : statements < 4
