import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { counterParts } from './counter-parts.ts'

/** A database can be copied consistently only by itself; the lock belongs to the running service. */
const notCopied = /\.db(?:-wal|-shm|-journal)?$|service\.lock|\.new$/

/** All files of the counter, relative to its folder. */
export async function counterFiles(folder: string): Promise<readonly string[]> {
  return (await filesBelow(folder)).filter((path) => !notCopied.test(path)).toSorted()
}

/** The size of all files, including the databases, in bytes. */
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

/** The identity, size and time of each file: a write changes them. */
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

/** A counter writes in bursts: between two bursts all its files are consistent. */
const tries = 200
const pauseMs = 25

/**
 * Copies the files of a counter that goes on selling. Repeats until none of them changed during the copy, so that they
 * are consistent with each other. Files unchanged since the last attempt are not copied again.
 *
 * @param databases makes complete copies of the service's databases, after the files. @returns their names, relative to
 * the folder
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
    // Databases take longest, so they are not copied if the files have changed already.
    const copies = same(before, await standing(folder)) ? await databases(folder, to) : null
    if (copies !== null && same(before, await standing(folder))) {
      return [...before.keys(), ...copies].map((path) => path.replaceAll(sep, '/'))
    }
    copied = before
    await sleep(pauseMs)
  }
  throw new Error('the counter kept writing: try again when no sale is under way')
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
