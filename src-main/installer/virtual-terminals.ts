import type { CallFailure } from '../../src-shared/api/client.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { Log } from '../log.ts'
import type { JsonFile } from '../settings/json-file.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'

/**
 * The virtual terminals attached in training. They live in the service's process, so they are plugged in again each
 * time it comes up.
 */
export interface VirtualTerminals {
  list(): readonly string[]
  add(access: ServiceAccess, hsn: string): Promise<Result<null, CallFailure>>
  remove(access: ServiceAccess, hsn: string): Promise<Result<null, CallFailure>>
  plugAgain(access: ServiceAccess): Promise<void>
}

export async function openVirtualTerminals(
  file: JsonFile<readonly string[]>,
  log: Log,
): Promise<VirtualTerminals> {
  let attached = await file.read()
  const keep = (hsns: readonly string[]) => {
    attached = hsns
    return file.write(hsns)
  }
  const plug = ({ client }: ServiceAccess, hsn: string) =>
    client.call('sandbox.virtual_terminals.create', { body: { hsn } })
  return {
    list: () => attached,
    async add(access, hsn) {
      const plugged = await plug(access, hsn)
      if (!plugged.ok) return plugged
      await keep([...attached.filter((one) => one !== hsn), hsn])
      return ok(null)
    },
    async remove({ client }, hsn) {
      const gone = await client.call('sandbox.virtual_terminals.delete', { params: { hsn } })
      const missing = !gone.ok && gone.error.kind === 'refused' && gone.error.status === 404
      if (!gone.ok && !missing) return gone
      await keep(attached.filter((one) => one !== hsn))
      return ok(null)
    },
    async plugAgain(access) {
      for (const hsn of attached) {
        const plugged = await plug(access, hsn)
        if (!plugged.ok) log.warn({ hsn }, 'installer.replug_failed')
      }
    },
  }
}
