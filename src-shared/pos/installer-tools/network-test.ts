import type { HealthState } from './health.ts'

/** What is measured on the way to the payment service, in this order, and then of the terminal. */
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

/** One line: how a step went, how long it took, and why. Its words are of `name` and `reason`. */
export type NetworkLine = {
  [Name in NetworkName]: {
    readonly name: Name
    readonly state: HealthState
    readonly reason: NetworkReasons[Name]
    /** Null where there is nothing to measure. */
    readonly took_ms: number | null
    readonly values: Readonly<Record<string, string | number>>
    /** Of a certificate, ISO 8601; null for the rest. */
    readonly until: string | null
  }
}[NetworkName]

/** A test of the network, as far as it came: behind the first step that failed nothing is tried. */
export interface NetworkTest {
  /** ISO 8601 */
  readonly at: string
  /** The service of training runs on this computer: no network is between. */
  readonly here: boolean
  /** Null where it is not known, or not up. */
  readonly url: string | null
  readonly lines: readonly NetworkLine[]
}

/** Whether nothing of it went wrong. */
export const wentWell = ({ lines }: NetworkTest): boolean =>
  lines.every(({ state }) => state === 'good' || state === 'unknown')
