import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { memberOf } from '../../src-shared/json-object.ts'
import {
  type BackupManifest,
  type BackupPreview,
  type BackupProblem,
  backupManifestSchema,
} from '../../src-shared/pos/installer-tools/backup.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { replaceFile } from '../files/write-whole.ts'
import { sealKey, storedServiceSchema } from '../live-service/stored-service.ts'
import type { Keychain } from '../staff/keychain.ts'
import { counterParts } from './counter-parts.ts'
import { freeBytes, requireSpace } from './disk-space.ts'
import { salesIn } from './make-backup.ts'
import { unpack } from './packed-files.ts'
import { openStream, SealedError } from './sealed-stream.ts'
import { type RestoreMark, restoreMark, stagedFolder } from './take-restored.ts'

const secretsSchema = z.object({ pepper: z.string().nullable(), service_key: z.string().nullable() })

/**
 * Opens a complete backup beside the counter's own files, and returns what it contains. The counter's data does not
 * change. Secrets for the keychain are sealed at once by this computer's, and are never on the disk unsealed.
 */
export async function openBackup(options: {
  readonly file: string
  readonly passphrase: string
  /** The counter's folder. */
  readonly folder: string
  readonly keychain: Keychain | null
  readonly free?: typeof freeBytes
}): Promise<Result<BackupPreview, BackupProblem>> {
  const { folder, free = freeBytes } = options
  const staged = stagedFolder(folder)
  await rm(staged, { recursive: true, force: true })
  try {
    requireSpace(await free(folder), (await stat(options.file)).size)
    const sealed = openStream(createReadStream(options.file), options.passphrase)
    const { paths, held } = await unpack(sealed, staged, {
      secret: 'secrets.json',
      async isTaken(path) {
        if (path === 'manifest.json' || isOfCounter(path)) return true
        // A later version may have unknown parts; its manifest, which comes first, shows the version.
        await manifestOf(staged)
        return false
      },
    })
    const manifest = await manifestOf(staged)
    const { pepper, service_key } = secretsSchema.parse(JSON.parse(held?.toString('utf8') ?? ''))
    const counter = join(staged, 'counter')
    const isKept = await sealPepper(join(counter, 'staff', 'pepper.json'), pepper, options.keychain)
    await sealServiceKey(join(counter, 'service-choice.json'), service_key, options.keychain)
    return ok({
      ...manifest,
      files: paths.length - 1,
      replaces: await salesIn(join(folder, 'sales')),
      pins_lost: pepper !== null && !isKept,
    })
  } catch (error) {
    await rm(staged, { recursive: true, force: true }).catch(() => undefined)
    return err(problemOf(error))
  }
}

const isOfCounter = (path: string): boolean =>
  counterParts.some((part) => path === `counter/${part}` || path.startsWith(`counter/${part}/`))

async function manifestOf(staged: string): Promise<BackupManifest> {
  const json = await read(join(staged, 'manifest.json')).catch(() => null)
  const version = memberOf(json, 'version')
  if (typeof version === 'number' && version > 1) throw new SealedError('newer')
  const manifest = backupManifestSchema.safeParse(json)
  if (!manifest.success) throw new SealedError('damaged')
  return manifest.data
}

const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

function problemOf(error: unknown): BackupProblem {
  if (error instanceof SealedError) return error.problem
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
  return ['ENOENT', 'EACCES', 'EPERM', 'EBUSY', 'EISDIR', 'EIO'].includes(String(code))
    ? 'unreadable'
    : 'damaged'
}

/**
 * Prepares the opened backup to replace the counter's data at the next start (take-restored.ts). It gets a new identity
 * and a new series of receipt numbers: the computer it comes from may go on selling, as a different counter.
 */
export async function prepareRestore(folder: string, now: number): Promise<void> {
  const counter = join(stagedFolder(folder), 'counter')
  const sales = join(counter, 'sales')
  for (const name of await readdir(sales).catch(() => [])) {
    if (/\.(?:counter|terminal-session)\.json(?:\.good)?$/.test(name)) await rm(join(sales, name))
    else if (isJournal(name)) await writeFile(join(sales, `${name}.renumber`), '', { flush: true })
  }
  const there = await readdir(counter)
  const mark: RestoreMark = {
    former: `replaced-by-restore.${new Date(now).toISOString().replace(/\W/g, '')}`,
    parts: counterParts.filter((part) => there.includes(part)),
  }
  await replaceFile(restoreMark(folder), `${JSON.stringify(mark)}\n`)
}

/** Cancels a prepared restore: no later start carries it out. */
export async function withdrawRestore(folder: string): Promise<void> {
  await rm(restoreMark(folder), { force: true })
  await syncFolder(folder)
}

/** Whether it is an account's journal, such as acct_1.jsonl, and not acct_1.drawer.jsonl. */
const isJournal = (name: string): boolean => /^[^.]+\.jsonl$/.test(name)

/** @returns whether it is kept */
async function sealPepper(path: string, pepper: string | null, keychain: Keychain | null): Promise<boolean> {
  await rm(path, { force: true })
  await rm(`${path}.good`, { force: true })
  const sealed = pepper === null ? null : sealedBy(keychain, pepper)
  if (sealed !== null) await replaceFile(path, JSON.stringify({ sealed: sealed.toString('base64') }))
  return sealed !== null
}

/** Null where the system has no keychain, or sealing fails. */
function sealedBy(keychain: Keychain | null, text: string): Buffer | null {
  try {
    return keychain === null ? null : Buffer.from(keychain.seal(text))
  } catch {
    return null
  }
}

async function sealServiceKey(path: string, key: string | null, keychain: Keychain | null): Promise<void> {
  if ((await stat(path).catch(() => null)) === null) return
  const stored = storedServiceSchema.safeParse(await read(path).catch(() => null)).data
  if (stored === null || stored === undefined) return
  const sealed_key = key === null ? null : sealKey(stored, key, keychain)
  await replaceFile(path, JSON.stringify({ ...stored, sealed_key }))
}
