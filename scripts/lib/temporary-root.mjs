import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Temporary files of the tools that run the tests: kept between runs, or left over when a tool is killed. Our own tests
 * leave none.
 */
// A window that is ended by SIGKILL leaves its scoped_dir; tests do exactly that. Chromium's sound library keeps the
// folder of its socket.
const ofTools =
  /^(node-compile-cache|scoped_dir|playwright|\.org\.chromium\.|\.X11-unix|v8-compile-cache|vitest|pulse-)/

const inMemory = '/dev/shm'
const tmpfs = 0x0102_1994
const gibibyte = 2 ** 30
/** The tests hold at most half a gibibyte there; the programs that they start also need memory. */
const leastFree = 2 * gibibyte
const leastMemory = 8 * gibibyte
const anHourMs = 3_600_000

/**
 * Returns a folder in memory for the tests' files if the system has one with plenty of space: otherwise each commit
 * waits for the disk, which no test checks, since none cuts the power. A folder that TMPDIR names is used as it is.
 */
const placeOfRoots = () => {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { type, bavail, bsize } = statfsSync(inMemory)
    const options =
      /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1]?.split(',') ?? []
    const available =
      Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024
    // Tests create programs there and start them.
    const isFit =
      type === tmpfs && bavail * bsize >= leastFree && available >= leastMemory && !options.includes('noexec')
    return isFit ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Removes what runs that were ended by SIGKILL left in memory: folders without any change for an hour.
 * @param {string} name
 */
const removeLeftInMemory = (name) => {
  for (const entry of readdirSync(inMemory).filter((one) => one.startsWith(`${name}-`))) {
    const path = join(inMemory, entry)
    try {
      if (Date.now() - statSync(path).mtimeMs > anHourMs) rmSync(path, { recursive: true, force: true })
    } catch {
      // It has just been removed, or belongs to another user.
    }
  }
}

/**
 * Variables that name the folder for temporary files. The system's own is often not emptied for weeks on a build
 * machine.
 */
const variables = ['TMPDIR', 'TMP', 'TEMP']

/**
 * Gives every process that this one starts one folder for temporary files, and removes it when `work` has ended in any
 * way.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ result: Result, leftBehind: readonly string[] }>} `leftBehind`: the names of the files that were
 * still in it
 */
export const withTemporaryRoot = async (name, work) => {
  const before = variables.map((variable) => process.env[variable])
  const place = placeOfRoots()
  if (place === inMemory) removeLeftInMemory(name)
  const root = mkdtempSync(join(place, `${name}-`))
  // Programs that run as another user use it too.
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
