import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupManifest } from '../../src-shared/pos/installer-tools/backup.ts'
import { moveFile } from '../files/move-file.ts'
import { syncFolder } from '../files/sync-folder.ts'
import { copyDatabases } from './copy-databases.ts'
import { copyStanding, counterBytes } from './counter-files.ts'
import { freeBytes, requireSpace } from './disk-space.ts'
import { flushedMeanwhile } from './flushed-meanwhile.ts'
import { type PackedFile, pack } from './packed-files.ts'
import { openStream, sealStream } from './sealed-stream.ts'
import { backupStaging, unfinishedEnding, unfinishedMark } from './take-restored.ts'

/** The counter's secrets from the system's keychain, which another computer cannot open. */
export interface BackupSecrets {
  /** Base64; null: the PINs are hashed without it. */
  readonly pepper: string | null
  readonly service_key: string | null
}

export interface BackupMade {
  readonly bytes: number
  readonly files: number
}

/**
 * Writes one file with all of the counter's data, and verifies it by reading it completely. The file appears under its
 * name only when it is complete.
 */
export async function makeBackup(options: {
  /** The counter's folder. */
  readonly folder: string
  readonly target: string
  readonly passphrase: string
  readonly about: Omit<BackupManifest, 'sales' | 'kind' | 'version'>
  readonly secrets: BackupSecrets
  readonly logN?: number | undefined
  readonly free?: typeof freeBytes
}): Promise<BackupMade> {
  const { folder, target, passphrase, free = freeBytes } = options
  const staging = backupStaging(folder)
  const unfinished = `${target}${unfinishedEnding}`
  await rm(staging, { recursive: true, force: true })
  // Space for a copy of everything, and for the backup itself if it is written to the same disk.
  const copies = (await diskOf(folder)) === (await diskOf(dirname(target))) ? 2 : 1
  requireSpace(await free(folder), copies * (await counterBytes(folder)))
  await mkdir(staging, { recursive: true, mode: 0o700 })
  await writeFile(unfinishedMark(folder), unfinished, { flush: true })
  try {
    const paths = await copyStanding(folder, staging, copyDatabases)
    const manifest: BackupManifest = {
      ...{ kind: 'countertop-backup', version: 1 },
      ...options.about,
      sales: await salesIn(join(staging, 'sales')),
    }
    const files: readonly PackedFile[] = [
      { path: 'manifest.json', from: json(manifest) },
      { path: 'secrets.json', from: json(options.secrets) },
      ...paths.map((path) => ({ path: `counter/${path}`, from: join(staging, ...path.split('/')) })),
    ]
    const written = createHash('sha256')
    const sealed = sealStream(digested(pack(files), written), passphrase, options.logN)
    await writeTo(unfinished, sealed)
    const read = createHash('sha256')
    for await (const bytes of openStream(createReadStream(unfinished), passphrase)) read.update(bytes)
    if (!read.digest().equals(written.digest())) throw new Error('the written file differs from its contents')
    await moveFile(unfinished, target)
    await syncFolder(dirname(target))
    return { bytes: (await stat(target)).size, files: paths.length }
  } finally {
    await rm(staging, { recursive: true, force: true })
    await rm(unfinished, { force: true })
  }
}

const diskOf = async (folder: string): Promise<number | null> =>
  (await stat(folder).catch(() => null))?.dev ?? null

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

async function* digested(
  bytes: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

/** @throws with the path, since the system's write errors do not contain it */
async function writeTo(path: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  try {
    await flushedMeanwhile(path, pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 })))
    await flush(path)
  } catch (error) {
    throw error instanceof Error && 'code' in error ? Object.assign(error, { path }) : error
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Counts the lines of the sales books. */
export async function salesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  let sales = 0
  for (const name of names.filter((one) => /\.bills[\\/][^\\/]+\.jsonl$/.test(one))) {
    const text = await readFile(join(folder, name), 'utf8')
    sales += text.split('\n').filter((line) => line !== '').length
  }
  return sales
}
