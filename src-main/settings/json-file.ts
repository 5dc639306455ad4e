import { existsSync } from 'node:fs'
import { copyFile, link, readFile, rm } from 'node:fs/promises'
import type { z } from 'zod'
import type { DamagedFile } from '../../src-shared/pos/installer-tools/damaged-file.ts'
import { createTurns } from '../async/in-turn.ts'
import { moveFile } from '../files/move-file.ts'
import { replaceFile } from '../files/write-whole.ts'
import { putAside, reportDamagedFile } from './damaged-files.ts'

/** A small JSON document, always complete: it is written to a new file that is renamed over the old one. */
export interface JsonFile<Value> {
  /**
   * The fallback where there is no file. A file that is damaged or of another version is kept under another name and
   * reported; the last good copy is used instead, or else the fallback.
   */
  read(): Promise<Value>
  /** Writes follow each other in the order of the calls. */
  write(value: Value): Promise<void>
}

export interface JsonFileOptions<Value> {
  /** Whether to keep a copy of the last value read or written. */
  readonly keepsGood?: boolean
  /** Returns the usable part of an invalid document; `good` is the last good copy, where there is one. */
  readonly salvage?: (json: unknown, good: unknown) => Value | null
  /** Whether the reader could not keep a copy of the damaged file, which is still in its place. */
  readonly unread?: boolean
}

export type Found<Value> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'whole'; readonly value: Value }
  | { readonly kind: 'damaged'; readonly json: unknown; readonly damage: Pick<DamagedFile, 'what' | 'field'> }

export const goodPath = (path: string): string => `${path}.good`

export function jsonFile<Value>(
  path: string,
  schema: z.ZodType<Value>,
  fallback: Value,
  { keepsGood = false, salvage, unread = false }: JsonFileOptions<Value> = {},
): JsonFile<Value> {
  const { inTurn } = createTurns()
  let isUnread = unread

  async function write(value: Value): Promise<void> {
    await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, isUnread ? leaveUnread : undefined)
    isUnread = false
    if (keepsGood) await keepGood(path)
  }

  async function read(): Promise<Value> {
    const found = await readJson(path, schema)
    if (found.kind === 'absent') return fallback
    if (found.kind === 'whole') {
      if (keepsGood && !existsSync(goodPath(path))) await keepGood(path)
      return found.value
    }
    const good = keepsGood ? await readJson(goodPath(path), schema) : null
    const last = good?.kind === 'whole' ? good.value : null
    const rest = found.json === undefined ? null : (salvage?.(found.json, last) ?? null)
    const value = rest ?? last ?? fallback
    const isThere = found.damage.what !== 'unreadable'
    const used = rest !== null ? 'rest' : last !== null ? 'last_good' : 'defaults'
    // A file whose substitute is used stays until that is written: after an interruption the next start finds the same.
    const aside = isThere ? await putAside(path, used === 'defaults') : null
    isUnread = aside === null
    reportDamagedFile(path, { ...found.damage, used, aside })
    if (aside !== null && used !== 'defaults') await write(value).catch(() => undefined)
    return value
  }

  return { read: () => inTurn(read), write: (value) => inTurn(() => write(value)) }
}

/**
 * Keeps a damaged file of which no copy could be made, instead of overwriting it. It has both names until the new file
 * replaces it, so that after an interruption the next start finds one of them.
 */
async function leaveUnread(path: string): Promise<void> {
  const aside = `${path}.damaged-unread`
  await rm(aside, { force: true }).catch(() => undefined)
  // The link fails for a folder, or on a disk without hard links.
  await link(path, aside).catch(() => moveFile(path, aside).catch(() => undefined))
}

/** Reads a document; where it is invalid, also returns the reason. */
export async function readJson<Value>(path: string, schema: z.ZodType<Value>): Promise<Found<Value>> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' }
    return { kind: 'damaged', json: undefined, damage: { what: 'unreadable', field: null } }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { kind: 'damaged', json: undefined, damage: { what: 'not_json', field: null } }
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return { kind: 'whole', value: parsed.data }
  return { kind: 'damaged', json, damage: damageOf(parsed.error) }
}

export function damageOf({ issues: [first] }: z.ZodError): Pick<DamagedFile, 'what' | 'field'> {
  const field = first === undefined || first.path.length === 0 ? null : first.path.join('.')
  return { what: field === 'version' ? 'newer' : 'field', field }
}

/** Called after writing the file itself: an incomplete copy does not match the schema, and is not used. */
export async function keepGood(path: string): Promise<void> {
  try {
    await copyFile(path, `${goodPath(path)}.new`)
    await moveFile(`${goodPath(path)}.new`, goodPath(path))
  } catch {
    // The file itself is on the disk.
  }
}
