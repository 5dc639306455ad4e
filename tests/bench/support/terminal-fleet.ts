import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createSqliteStore } from '../../../src-service/store/sqlite/sqlite-store.ts'
import type { Write } from '../../../src-service/store/store.ts'
import type { TerminalDocument } from '../../../src-service/terminals/rows.ts'
import { hashOf, linkKeyPurpose } from '../../../src-service/terminals/secrets.ts'
import { isoTime } from '../../../src-service/time/clock.ts'
import { secretsIn } from '../../../src-service/vault/shared-secrets.ts'
import { openVault } from '../../../src-service/vault/vault.ts'
import type { TerminalCredential } from '../../../src-terminal/link/credential.ts'

export interface FleetTerminal {
  readonly hsn: string
  readonly credential: TerminalCredential
  /** Each connects from an address of its own, as terminals of different shops do. */
  readonly localAddress: string
}

const addressOf = (index: number): string => `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

/**
 * Writes terminals as if each had been activated into the database of a service that is not running: an activation
 * takes each side some 20 ms of arithmetic, which would be minutes for thousands.
 */
export async function activateFleet(
  folder: string,
  accountId: string,
  count: number,
): Promise<readonly FleetTerminal[]> {
  const store = createSqliteStore(join(folder, 'service.db'))
  const vault = await openVault({ directory: folder, secrets: secretsIn(store, Date.now) })
  const account = await store.find<{ readonly tenant_id: string; readonly merchant_id: string }>(
    'account',
    accountId,
  )
  if (account === null) throw new Error('the training merchant has no account')
  const serviceKey = vault.terminalKeys().publicKey
  const { tenant_id, merchant_id } = account.document
  const now = Date.now()
  const fleet = Array.from({ length: count }, (_, index): FleetTerminal => {
    const linkKey = randomBytes(32).toString('hex')
    return { hsn: `BENCH-${index + 1}`, credential: { linkKey, serviceKey }, localAddress: addressOf(index) }
  })
  const writes = fleet.map(({ hsn, credential: { linkKey } }): Write => {
    const document: TerminalDocument = {
      ...{ hsn, tenant_id, account_id: accountId, merchant_id, name: hsn, device_type: 'Bench' },
      ...{ environment: 'sandbox', firmware: '', linked_at: now - 86_400_000 },
      device_capabilities: {
        ...{ screen_dimension_x: 0, screen_dimension_y: 0, pin_pad: false, msr: false },
        ...{ emv: false, nfc: false, signature: false, printer: false },
      },
      credential_hash: hashOf(linkKey),
      link_key: vault.sealText(linkKey, linkKeyPurpose(hsn)),
    }
    const row = { account_id: accountId, id: hsn, version: 1, created_at: now, updated_at: now, document }
    return { op: 'insert', kind: 'terminal', row }
  })
  const outcome = await store.commit({ writes })
  await store.close()
  if (!outcome.ok) throw new Error(`no fleet at ${isoTime(now)}`)
  return fleet
}
