import type { Client } from '../../src-shared/api/client.ts'
import { beginActivation } from '../../src-shared/terminal/activation.ts'
import { activateBy } from '../../src-terminal/link/activate.ts'
import type { TerminalCredential } from '../../src-terminal/link/credential.ts'

/** Redeems an activation code as a terminal does. @throws when it is refused. */
export async function joinTerminal(
  client: Client,
  hsn: string,
  activationCode: string,
): Promise<TerminalCredential> {
  const joined = await activateBy(
    {
      begin: (body) => client.call('terminals.begin_activation', { body }),
      finish: (body) => client.call('terminals.activate', { body }),
    },
    { hsn, activationCode },
  )
  if (!joined.ok) throw new Error(`not activated: ${JSON.stringify(joined.error)}`)
  return joined.value.credential
}

/** The second request of an activation, as a terminal with this code would send it. */
export async function activationBody(
  hsn: string,
  code: string,
  begin: (body: {
    readonly hsn: string
    readonly share: string
  }) => Promise<{ readonly service_share: string }>,
) {
  const attempt = beginActivation(hsn, code)
  const { service_share } = await begin({ hsn, share: attempt.share })
  const keys = attempt.finish(service_share)
  if (keys === null) throw new Error('the service answered no share')
  return { keys, body: { hsn, share: attempt.share, proof: keys.terminalProof, device_type: 'Test' } }
}
