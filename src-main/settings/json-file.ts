import { existsSync } from 'node:fs'
import { copyFile, link, readFile, rename, rm } from 'node:fs/promises'
import type { z } from 'zod'
import type { DamagedFile } from '../../src-shared/pos/installer-tools/damaged-file.ts'
import { replaceFile } from '../write-whole.ts'
import { putAside, reportDamagedFile } from './damaged-files.ts'

/** A small JSON document. Written to a new file that is renamed over the old one: it is whole or it is the old one. */
export interface JsonFile<Value> {
  /**
   * The fallback where there is none. One that is damaged, or of another version, is kept beside and reported, and what was
   * written last takes its place, or else the fallback.
   */
  read(): Promise<Value>
  /** Writes follow each other in the order of the calls. */
  write(value: Value): Promise<void>
}

export interface JsonFileOptions<Value> {
  /** A copy is kept of what was read or written last. */
  readonly keepsGood?: boolean
  /** What can be used of a document that does not fit; `good` is the one before, where there is one. */
  readonly salvage?: (json: unknown, good: unknown) => Value | null
  /** Whoever has read it could not put it beside, and it is in its place yet. */
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
  let queue: Promise<unknown> = Promise.resolve()

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
    // What something stands in for stays until that is written: cut off here, the next start finds the same.
    const aside = isThere ? await putAside(path, used === 'defaults') : null
    isUnread = aside === null
    reportDamagedFile(path, { ...found.damage, used, aside })
    if (aside !== null && used !== 'defaults') await write(value).catch(() => undefined)
    return value
  }

  function next<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    const done = queue.then(task)
    queue = done.catch(() => undefined)
    return done
  }

  return { read: () => next(read), write: (value) => next(() => write(value)) }
}

/**
 * One that could not be put beside is in its place yet: what it holds is not written over. It has both names until the new
 * one takes its place, so that cut off here, the next start finds the one or the other.
 */
async function leaveUnread(path: string): Promise<void> {
  const aside = `${path}.damaged-unread`
  await rm(aside, { force: true }).catch(() => undefined)
  // A folder, or a disk that knows no second names.
  await link(path, aside).catch(() => rename(path, aside).catch(() => undefined))
}

/** What a document holds, and where it does not fit, why not. */
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

/** After the file itself: a copy that was cut off fits no schema, and is not used. */
export async function keepGood(path: string): Promise<void> {
  try {
    await copyFile(path, `${goodPath(path)}.new`)
    await rename(`${goodPath(path)}.new`, goodPath(path))
  } catch {
    // What matters is on the disk.
  }
}
