import { type CallFailure, type Client, createClient } from '../../src-shared/api/client.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { SerialFromTerminal, SerialToTerminal } from '../../src-shared/terminal/serial.ts'
import type { WayToService } from './serial-link.ts'

type ActivationFrame = Extract<SerialFromTerminal, { type: 'activate' | 'begin_activation' }>

/**
 * Carries the requests of an activation to the service, one at a time.
 * @returns a function that resolves to the frame that answers the terminal; null while another request is under way
 */
export function createSerialActivation(
  access: () => WayToService | null,
): (frame: ActivationFrame) => Promise<SerialToTerminal | null> {
  let isUnderWay = false
  return async (frame) => {
    const way = access()
    if (way === null) return { type: 'not_activated', reason: 'The service is not up', final: false }
    // A terminal asks every two seconds; a second request would be refused because the code is used up.
    if (isUnderWay) return null
    isUnderWay = true
    const answer = await carry(createClient({ baseUrl: way.url, apiKey: '', fetch: way.fetch }), frame)
    isUnderWay = false
    if (answer.ok) return answer.value
    const { error } = answer
    const reason = error.kind === 'refused' ? error.error.message : error.reason
    return { type: 'not_activated', reason, final: error.kind === 'refused' }
  }
}

/** Passes on one request; the counter has no use for its content. */
async function carry(client: Client, frame: ActivationFrame): Promise<Result<SerialToTerminal, CallFailure>> {
  if (frame.type === 'begin_activation') {
    const { type: _, ...body } = frame
    const begun = await client.call('terminals.begin_activation', { body })
    return begun.ok ? ok({ type: 'activation_begun', ...begun.value }) : begun
  }
  const { type: _, ...body } = frame
  const activated = await client.call('terminals.activate', { body })
  return activated.ok ? ok({ type: 'activated', ...activated.value }) : activated
}
