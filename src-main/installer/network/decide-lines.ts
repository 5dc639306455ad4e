import type { X509Certificate } from 'node:crypto'
import { mostClockMs } from '../../../src-shared/pos/installer-tools/health.ts'
import type { NetworkLine, NetworkName } from '../../../src-shared/pos/installer-tools/network-test.ts'

type LineOf<Name extends NetworkName> = Extract<NetworkLine, { readonly name: Name }>
type ReasonOf<Name extends NetworkName> = LineOf<Name>['reason']

/** Why a network step failed: the system's code, `timeout`, and its message. */
export interface StepFailure {
  readonly code: string
  readonly message: string
}

export function nameReason({ code }: StepFailure): ReasonOf<'name'> {
  if (code === 'timeout') return 'timeout'
  // The name server was not reached, or had no answer.
  return code === 'EAI_AGAIN' || code === 'ESERVFAIL' || code === 'ECONNREFUSED' ? 'not_asked' : 'not_found'
}

export function connectionReason({ code }: StepFailure): ReasonOf<'connection'> {
  switch (code) {
    case 'timeout':
    case 'ETIMEDOUT':
      return 'timeout'
    case 'ECONNREFUSED':
      return 'refused'
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
    case 'EHOSTDOWN':
    case 'EADDRNOTAVAIL':
      return 'no_way'
    default:
      return 'cut'
  }
}

/** OpenSSL and BoringSSL have different messages. */
const isPlain = /wrong.version.number|packet.length|http.request|unknown.protocol/i

export function handshakeReason({ code, message }: StepFailure): ReasonOf<'encryption'> {
  if (code === 'timeout') return 'timeout'
  return isPlain.test(`${code} ${message}`) ? 'not_encrypted' : 'cut'
}

/** Decides about a certificate. One whose fingerprint a person has compared is trusted by that alone (decision 79). */
export function certificateReason(
  shown: Pick<X509Certificate, 'fingerprint256' | 'validFrom' | 'validTo' | 'checkHost' | 'checkIP'>,
  { host, isName }: { readonly host: string; readonly isName: boolean },
  {
    trustError,
    compared,
    now,
  }: { readonly trustError: string | null; readonly compared: string | null; readonly now: number },
): ReasonOf<'encryption'> {
  if (compared !== null) return shown.fingerprint256 === compared ? 'compared' : 'other_than_compared'
  if (trustError === null) return 'trusted'
  // For another host's certificate the dates do not matter.
  if ((isName ? shown.checkHost(host) : shown.checkIP(host)) === undefined) return 'of_another'
  if (Date.parse(shown.validTo) < now) return 'expired'
  return Date.parse(shown.validFrom) > now ? 'not_yet' : 'not_trusted'
}

export function clockLine(aheadMs: number | null): NetworkLine {
  const none = { name: 'clock', took_ms: null, until: null } as const
  if (aheadMs === null) return { ...none, state: 'unknown', reason: 'unknown', values: {} }
  const off = Math.abs(aheadMs)
  return off > mostClockMs
    ? { ...none, state: 'bad', reason: 'off', values: { minutes: Math.round(off / 60_000) } }
    : { ...none, state: 'good', reason: 'right', values: { seconds: Math.ceil(off / 1_000) } }
}

/** The name in a certificate's subject: its common name, or the whole subject where it has none. */
export const nameIn = (subject: string): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')
