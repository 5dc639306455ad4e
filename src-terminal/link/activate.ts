import { type CallFailure, createClient } from '../../src-shared/api/client.ts'
import type { OperationReply, ParsedBody } from '../../src-shared/api/operations.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { beginActivation, believes } from '../../src-shared/terminal/activation.ts'
import { deviceType } from '../device/service-connection.ts'
import type { TerminalCredential } from './credential.ts'

/** The data that a terminal needs to join its merchant. */
export interface Activation {
  readonly serviceUrl: string
  readonly hsn: string
  /** Eight digits, used up by the first success. The code does not leave the terminal. */
  readonly activationCode: string
}

export interface Activated {
  readonly credential: TerminalCredential
  readonly name: string
}

/** The transport to the service: HTTP, a serial line, or a call inside one process. */
export interface ActivationWay<Failure> {
  begin(
    body: ParsedBody<'terminals.begin_activation'>,
  ): Promise<Result<OperationReply<'terminals.begin_activation'>, Failure>>
  finish(
    body: ParsedBody<'terminals.activate'>,
  ): Promise<Result<OperationReply<'terminals.activate'>, Failure>>
}

export const notGenuine =
  'Whoever answered is not the service that issued this code. Somebody may stand between this terminal and it: check the address and the network, and ask for a new code.'

/** Redeems an activation code for the link key and the service's key. The code is the proof: no API key is needed. */
export async function activateBy<Failure>(
  way: ActivationWay<Failure>,
  { hsn, activationCode, device = deviceType }: Omit<Activation, 'serviceUrl'> & { readonly device?: string },
): Promise<Result<Activated, Failure | 'not_genuine'>> {
  const attempt = beginActivation(hsn, activationCode)
  const begun = await way.begin({ hsn, share: attempt.share })
  if (!begun.ok) return begun
  // Several accounts may wait for this terminal: one share for each of their codes, and a proof for each share.
  const shares = [begun.value.service_share, ...(begun.value.further_shares ?? [])]
  const keys = shares.map((share) => attempt.finish(share)).filter((each) => each !== null)
  const [proof, ...further_proofs] = keys.map(({ terminalProof }) => terminalProof)
  if (proof === undefined) return err('not_genuine')
  const finished = await way.finish({
    hsn,
    share: attempt.share,
    proof,
    ...(further_proofs.length === 0 ? {} : { further_proofs }),
    device_type: device,
  })
  if (!finished.ok) return finished
  const { name, service_key: serviceKey } = finished.value
  const linkKey = keys.find((each) => believes(each, finished.value))?.linkKey
  if (linkKey === undefined) return err('not_genuine')
  return ok({ credential: { linkKey, serviceKey }, name })
}

/** Whether the service has decided; with an error of its own, as on a full disk, it has not. */
const isRefused = (failure: CallFailure): boolean => failure.kind === 'refused' && failure.status < 500

/** The answer may be lost on the way: repeating the same exchange gets the same answer and is not another guess. */
const finishTries = 4
const firstPauseMs = 500

/**
 * Every exchange reveals to the peer whether one code is right, also to a man in the middle who drops the last answer.
 * After this many exchanges the terminal requires a new code.
 */
const mostExchanges = 5

export const activationTroubled =
  'The service was reached, but the activation never came to its end. Ask for a new code, and check the network.'

export type ActivationFailure = CallFailure | 'not_genuine' | 'troubled'

interface Patience {
  /** Seconds to wait before the next try; null ends the tries. */
  pauseBefore(failure: CallFailure, tries: number): number | null
  wait(seconds: number): Promise<void>
  /** For tests and for processes with their own transport. */
  readonly fetch?: typeof fetch
}

export const wait = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const once: Patience = { pauseBefore: () => null, wait }

/**
 * Redeems an activation code over HTTP, with retries where they may help. Respects a limit that the service names
 * (Retry-After).
 */
export async function activate(
  { serviceUrl, ...activation }: Activation,
  patience: Patience = once,
): Promise<Result<Activated, ActivationFailure>> {
  const options = patience.fetch === undefined ? {} : { fetch: patience.fetch }
  const client = createClient({ baseUrl: serviceUrl.replace(/\/+$/, ''), apiKey: '', ...options })
  let exchanges = 0
  const finish: ActivationWay<CallFailure>['finish'] = async (body) => {
    exchanges += 1
    for (let tries = 1; ; tries += 1) {
      const answer = await client.call('terminals.activate', { body })
      if (answer.ok || isRefused(answer.error) || tries === finishTries) return answer
      await patience.wait((firstPauseMs * 2 ** (tries - 1)) / 1000)
    }
  }
  for (let tries = 1; ; tries += 1) {
    const answer = await activateBy<CallFailure>(
      { begin: (body) => client.call('terminals.begin_activation', { body }), finish },
      activation,
    )
    if (answer.ok || answer.error === 'not_genuine') return answer
    if (exchanges >= mostExchanges) return err('troubled')
    const { error: failure } = answer
    const limited = failure.kind === 'refused' && failure.error.code === 'rate_limited'
    if (isRefused(failure) && !limited) return err(failure)
    const pause = patience.pauseBefore(failure, tries)
    if (pause === null) return err(failure)
    await patience.wait(Math.max(pause, failure.kind === 'refused' ? (failure.retryAfter ?? 0) : 0))
  }
}
