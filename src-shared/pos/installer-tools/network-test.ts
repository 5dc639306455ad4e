import type { HealthState } from './health.ts'

/** The steps to the payment service that are tested, in this order, and then the terminal. */
export type NetworkName = keyof NetworkReasons

interface NetworkReasons {
  readonly place: 'none'
  readonly name: 'found' | 'not_found' | 'not_asked' | 'timeout'
  readonly connection: 'open' | 'refused' | 'timeout' | 'no_way' | 'cut'
  readonly encryption:
    | 'trusted'
    | 'compared'
    | 'other_than_compared'
    | 'not_trusted'
    | 'of_another'
    | 'expired'
    | 'not_yet'
    | 'not_encrypted'
    | 'timeout'
    | 'cut'
  readonly answer: 'service' | 'something_else' | 'timeout' | 'cut'
  readonly clock: 'right' | 'off' | 'unknown'
  readonly terminal: 'answers' | 'silent' | 'not_asked'
}

/** One line: the result of a step, its time and reason. `name` and `reason` select its text. */
export type NetworkLine = {
  [Name in NetworkName]: {
    readonly name: Name
    readonly state: HealthState
    readonly reason: NetworkReasons[Name]
    /** In ms; null if there is nothing to measure. */
    readonly took_ms: number | null
    readonly values: Readonly<Record<string, string | number>>
    /** Expiry of a certificate, ISO 8601; null for other steps. */
    readonly until: string | null
  }
}[NetworkName]

/** A network test; the steps after the first failure are not tried. */
export interface NetworkTest {
  /** ISO 8601 */
  readonly at: string
  /** The training service runs on this computer, without a network in between. */
  readonly here: boolean
  /** Null if it is unknown, or the service is not up. */
  readonly url: string | null
  readonly lines: readonly NetworkLine[]
}

/** Whether no step failed. */
export const wentWell = ({ lines }: NetworkTest): boolean =>
  lines.every(({ state }) => state === 'good' || state === 'unknown')
