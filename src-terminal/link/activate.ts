import { type CallFailure, createClient } from '../../src-shared/api/client.ts'
import type { OperationReply, ParsedBody } from '../../src-shared/api/operations.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { beginActivation, believes } from '../../src-shared/terminal/activation.ts'
import { deviceType } from '../device/device.ts'
import type { TerminalCredential } from './credential.ts'

/** What a terminal needs to join its merchant. */
export interface Activation {
  readonly serviceUrl: string
  readonly hsn: string
  /** Eight digits, used up by the first success. They stay in the terminal. */
  readonly activationCode: string
}

export interface Activated {
  readonly credential: TerminalCredential
  readonly name: string
}

/** The way to the service: HTTP, a serial line, or a call inside one process. */
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

/** Redeems an activation code for the key of the link and the service's own. The code is the proof: no API key. */
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

export function activate({
  serviceUrl,
  ...activation
}: Activation): Promise<Result<Activated, CallFailure | 'not_genuine'>> {
  const client = createClient({ baseUrl: serviceUrl.replace(/\/+$/, ''), apiKey: '' })
  return activateBy(
    {
      begin: (body) => client.call('terminals.begin_activation', { body }),
      finish: (body) => client.call('terminals.activate', { body }),
    },
    activation,
  )
}
