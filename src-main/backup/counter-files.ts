import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { counterParts } from './counter-parts.ts'

/** Of a database only a copy that the database makes itself is whole; the lock is the running service's. */
const notCopied = /\.db(?:-wal|-shm|-journal)?$|service\.lock|\.new$/

/** All files of the counter, below its folder. */
export async function counterFiles(folder: string): Promise<readonly string[]> {
  return (await filesBelow(folder)).filter((path) => !notCopied.test(path)).toSorted()
}

/** Of all of them, the databases too, bytes. */
export async function counterBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const path of await filesBelow(folder)) {
    bytes += (await stat(join(folder, path)).catch(() => null))?.size ?? 0
  }
  return bytes
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const part of counterParts) {
    const about = await stat(join(folder, part)).catch(() => null)
    if (about === null) continue
    if (!about.isDirectory()) found.push(part)
    else {
      const below = await readdir(join(folder, part), { recursive: true, withFileTypes: true })
      for (const one of below) {
        if (one.isFile()) found.push(join(one.parentPath, one.name).slice(folder.length + 1))
      }
    }
  }
  return found
}

type Standing = ReadonlyMap<string, string>

/** How each file stands: whoever wrote to one since has changed it. */
async function standing(folder: string): Promise<Standing> {
  const stands = new Map<string, string>()
  for (const path of await counterFiles(folder)) {
    const about = await stat(join(folder, path), { bigint: true }).catch(() => null)
    if (about !== null) stands.set(path, `${about.ino} ${about.size} ${about.mtimeNs}`)
  }
  return stands
}

const same = (one: Standing, other: Standing): boolean =>
  one.size === other.size && [...one].every(([path, how]) => other.get(path) === how)

/** A counter writes in bursts: between two of them all its files belong together. */
const tries = 200
const pauseMs = 25

/**
 * Copies the files of a counter that goes on selling: until none of them changed from the first to the last, so that what one
 * says of another holds. What has not changed since the last try is not copied again.
 *
 * @param databases makes whole copies of the service's, after the files. @returns their names, below the folder
 * @returns the files that were copied
 */
export async function copyStanding(
  folder: string,
  to: string,
  databases: (from: string, to: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  let copied: Standing = new Map()
  for (let attempt = 0; attempt < tries; attempt++) {
    const before = await standing(folder)
    for (const [path, how] of before) {
      if (copied.get(path) === how) continue
      await mkdir(dirname(join(to, path)), { recursive: true })
      await copyFile(join(folder, path), join(to, path)).catch(ignoreMissing)
    }
    // The databases take longest: they are not copied for files that have changed already.
    const copies = same(before, await standing(folder)) ? await databases(folder, to) : null
    if (copies !== null && same(before, await standing(folder))) {
      return [...before.keys(), ...copies].map((path) => path.replaceAll(sep, '/'))
    }
    copied = before
    await sleep(pauseMs)
  }
  throw new Error('the counter wrote all the time: try again when nobody pays')
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
