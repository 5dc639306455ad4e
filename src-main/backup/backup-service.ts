import { dirname } from 'node:path'
import type { BackupOpened, BackupSaved } from '../../src-shared/pos/installer-tools/backup.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { createTurns } from '../async/in-turn.ts'
import { openKey, readStoredService } from '../live-service/stored-service.ts'
import type { Log } from '../log.ts'
import type { DataPaths } from '../paths.ts'
import type { Keychain } from '../staff/keychain.ts'
import { openPepper } from '../staff/pepper.ts'
import { type BackupSecrets, makeBackup } from './make-backup.ts'
import { openBackup, prepareRestore, withdrawRestore } from './restore-backup.ts'

/** Backs up and restores the counter's data, in case its computer breaks, is stolen or is replaced. */
export interface BackupService {
  save(passphrase: string): Promise<BackupSaved | null>
  open(passphrase: string): Promise<BackupOpened | null>
  restore(): Promise<Result<null, CommandRefusal>>
}

export interface BackupServiceOptions {
  /** The counter's folder. */
  readonly folder: string
  readonly paths: Pick<DataPaths, 'pepper' | 'liveService'>
  readonly present: () => Snapshot
  readonly keychain: Keychain | null
  /** Countertop's version. */
  readonly version: string
  readonly chooseFile: (name: string) => Promise<string | null>
  readonly chooseBackup: () => Promise<string | null>
  /** @returns false while a customer pays */
  readonly restart: () => boolean
  readonly now: () => number
  readonly log: Log
  /** scrypt cost (log2) of the passphrase; tests use less. */
  readonly logN?: number
}

export function openBackupService(options: BackupServiceOptions): BackupService {
  const { folder, keychain, present, now, log, logN } = options
  let isOpened = false

  async function secrets(): Promise<BackupSecrets> {
    const pepper = await openPepper(options.paths.pepper, keychain, true, log)
    const stored = readStoredService(options.paths.liveService)
    const key = stored === null || stored === 'damaged' ? null : openKey(stored, keychain)
    return { pepper: pepper?.toString('base64') ?? null, service_key: key === 'damaged' ? null : key }
  }

  const isPaying = () => present().sale.kind !== 'ready' || present().bill !== null

  async function save(passphrase: string): Promise<BackupSaved | null> {
    const made_at = new Date(now()).toISOString()
    const { merchant_name: shop, training, settings } = present()
    const counter = settings.counter_name
    const name = `countertop-${counter.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${made_at.slice(0, 10)}`
    const target = await options.chooseFile(`${name}.countertop-backup`)
    if (target === null) return null
    try {
      const about = { made_at, program: options.version, shop, counter, training }
      const made = await makeBackup({ folder, target, passphrase, about, secrets: await secrets(), logN })
      log.info({ ...made }, 'backup.saved')
      return { kind: 'saved', ...made, at: made_at }
    } catch (error) {
      log.error({ err: error }, 'backup.not_saved')
      const code = error instanceof Error && 'code' in error ? error.code : null
      const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL'
      const isThere = error instanceof Error && 'path' in error && String(error.path).startsWith(target)
      const place = isThere ? dirname(target) : folder
      return { kind: 'not_saved', why: isFull ? 'disk_full' : code === null ? 'busy' : 'unwritable', place }
    }
  }

  async function open(passphrase: string): Promise<BackupOpened | null> {
    const file = await options.chooseBackup()
    if (file === null) return null
    isOpened = false
    const opened = await openBackup({ file, passphrase, folder, keychain })
    if (!opened.ok) {
      log.warn({ problem: opened.error }, 'backup.not_opened')
      return { kind: 'problem', problem: opened.error }
    }
    isOpened = true
    return { kind: 'opened', preview: opened.value }
  }

  async function restore(): Promise<Result<null, CommandRefusal>> {
    if (!isOpened) return refuse('not_now', 'no backup is open')
    // A payment in progress must not end up half in the counter that is replaced.
    if (isPaying()) return refuse('not_now', 'a sale is under way')
    isOpened = false
    let isLeaving = false
    try {
      await prepareRestore(folder, now())
      // A sale that began meanwhile belongs to this counter, as do all later ones.
      isLeaving = !isPaying() && options.restart()
    } finally {
      if (!isLeaving) await withdrawRestore(folder)
    }
    if (!isLeaving) {
      // The opened backup is still there, so that the restore can be requested again after the payment.
      isOpened = true
      return refuse('not_now', 'a sale is under way')
    }
    log.warn({}, 'backup.restore_prepared')
    return ok(null)
  }

  // One at a time: they share the folders beside the counter's files.
  const { inTurn } = createTurns()
  return {
    save: (passphrase) => inTurn(() => save(passphrase)),
    open: (passphrase) => inTurn(() => open(passphrase)),
    restore: () => inTurn(restore),
  }
}
