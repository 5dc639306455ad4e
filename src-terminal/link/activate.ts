import { type CallFailure, createClient } from '../../src-shared/api/client.ts'
import type { Result } from '../../src-shared/result.ts'
import { deviceType } from '../device/device.ts'

/** What a terminal needs to join its merchant. */
export interface Activation {
  readonly serviceUrl: string
  readonly hsn: string
  /** Eight digits, used up by the first success. */
  readonly activationCode: string
}

/** Redeems an activation code for the credential that the link is opened with. The code is the proof: no key. */
export async function activate({
  serviceUrl,
  hsn,
  activationCode,
}: Activation): Promise<Result<{ readonly credential: string; readonly name: string }, CallFailure>> {
  const client = createClient({ baseUrl: serviceUrl.replace(/\/+$/, ''), apiKey: '' })
  return client.call('terminals.activate', {
    body: { hsn, activation_code: activationCode, device_type: deviceType },
  })
}
