import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the programs that run the tests keep between runs or forget when they are killed; our own tests keep nothing. */
// A window that is ended by SIGKILL leaves its scoped_dir; its tests are about just that. Chromium's sound library keeps
// the folder of its socket.
const ofTools =
  /^(node-compile-cache|scoped_dir|playwright|\.org\.chromium\.|\.X11-unix|v8-compile-cache|vitest|pulse-)/

const inMemory = '/dev/shm'
const tmpfs = 0x0102_1994
const gibibyte = 2 ** 30
/** The tests hold half a gibibyte there at most; what they start needs memory besides. */
const leastFree = 2 * gibibyte
const leastMemory = 8 * gibibyte
const anHourMs = 3_600_000

/**
 * Where the system keeps files in memory and has plenty of it, the tests' files are there: each of their commits waits
 * for the disk otherwise, which no test can see, since none cuts the power. A folder that TMPDIR names is taken as it is.
 */
const placeOfRoots = () => {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { type, bavail, bsize } = statfsSync(inMemory)
    const options =
      /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]?.split(',') ?? []
    const available =
      Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024
    // Tests make programs there and start them.
    const isFit =
      type === tmpfs && bavail * bsize >= leastFree && available >= leastMemory && !options.includes('noexec')
    return isFit ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** What runs left in memory that were ended by SIGKILL: nothing came or went in it for an hour. @param {string} name */
const removeLeftInMemory = (name) => {
  for (const entry of readdirSync(inMemory).filter((one) => one.startsWith(`${name}-`))) {
    const path = join(inMemory, entry)
    try {
      if (Date.now() - statSync(path).mtimeMs > anHourMs) rmSync(path, { recursive: true, force: true })
    } catch {
      // It has just gone, or is another user's.
    }
  }
}

/** The system's folder for temporary files; on a build machine it is often not emptied for weeks. */
const variables = ['TMPDIR', 'TMP', 'TEMP']

/**
 * Gives all that this process starts one folder for temporary files, which is removed when `work` is over, however it
 * ends.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ result: Result, leftBehind: readonly string[] }>} and what was still in it, by name
 */
export const withTemporaryRoot = async (name, work) => {
  const before = variables.map((variable) => process.env[variable])
  const place = placeOfRoots()
  if (place === inMemory) removeLeftInMemory(name)
  const root = mkdtempSync(join(place, `${name}-`))
  // Programs that run as another user have their place in it, too.
  chmodSync(root, 0o711)
  const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  for (const variable of variables) process.env[variable] = root
  try {
    const result = await work()
    return { result, leftBehind: readdirSync(root).filter((entry) => !ofTools.test(entry)) }
  } finally {
    variables.forEach((variable, index) => {
      if (before[index] === undefined) delete process.env[variable]
      else process.env[variable] = before[index]
    })
    remove()
    process.off('exit', remove)
  }
}
