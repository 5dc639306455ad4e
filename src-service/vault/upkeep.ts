import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { VaultEntry } from './vault.ts'

/** How often other nodes' data keys are read, ms. A new one seals only after more than two of these. */
const everyMs = 60_000
/** How often the key service is asked whether it has another key now. */
const passesPerRenewal = 60

/**
 * Keeps the vault's keys in order, at the start and then every minute: other nodes' data keys, a new data key when it is
 * time, and entries that an older key sealed are sealed anew, one by one, while sales go on.
 * @returns the function that stops it; resolves when the pass that is running has ended.
 */
export function startVaultUpkeep(
  services: Pick<Services, 'store' | 'clock' | 'log' | 'vault'>,
): () => Promise<void> {
  const { clock, log, vault } = services
  let stopped = false
  let callOff = () => {}
  let running: Promise<void> = Promise.resolve()
  let passes = 0
  let resealedTo = ''
  const pass = async () => {
    try {
      if (passes % passesPerRenewal === 0) await vault.renewKeys()
      else await vault.refreshKeys()
      const keyId = vault.sealingKeyId()
      if (resealedTo !== keyId && (await resealEntries(services, keyId, () => stopped))) resealedTo = keyId
    } catch (error) {
      log.warn({ err: error }, 'vault.upkeep_failed')
    }
    passes += 1
    if (!stopped) callOff = clock.after(everyMs, run)
  }
  const run = () => {
    running = pass()
  }
  run()
  return async () => {
    stopped = true
    callOff()
    await running
  }
}

/**
 * Seals every entry anew that another key sealed.
 * @returns whether none is left; false where some were changed by others at that moment, or do not open.
 */
export async function resealEntries(
  { store, clock, log, vault }: Pick<Services, 'store' | 'clock' | 'log' | 'vault'>,
  keyId: string,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  let resealed = 0
  let left = 0
  for await (const row of rowsOf<VaultEntry>(store, 'vault_entry', {})) {
    if (isStopped()) return false
    if (row.document.key_id === keyId) continue
    try {
      const entry = vault.resealEntry(row.id, row.document)
      const done = await store.commit({ writes: [updateOf('vault_entry', nextRow(row, entry, clock.now()))] })
      if (done.ok) resealed += 1
      else left += 1
    } catch (error) {
      left += 1
      log.error({ err: error, id: row.id }, 'vault.entry_not_resealed')
    }
  }
  if (resealed > 0 || left > 0) log.info({ key_id: keyId, resealed, left }, 'vault.entries_resealed')
  return left === 0
}
