import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { cacheFolder, fromCache } from './paths.mjs'

const touchMilliseconds = 5_000
/** Process numbers are reused, especially after a restart of the machine, so an owner must also show signs of life. */
const abandonedAfterMilliseconds = 60_000

/** @param {number} processId */
const isRunning = (processId) => {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} path @returns {Promise<boolean>} false also when the lock has been released meanwhile */
const isAbandoned = async (path) => {
  try {
    const [owner, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
    return !isRunning(Number(owner)) || Date.now() - mtimeMs > abandonedAfterMilliseconds
  } catch {
    return false
  }
}

/**
 * Takes the lock. Its file is written aside and linked into place, so that it never exists without its owner's number.
 *
 * @param {string} path
 */
const tryLock = async (path) => {
  const own = `${path}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    await link(own, path)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * Several processes may find the lock abandoned at once; one of them moves it aside, and checks again what it moved.
 *
 * @param {string} path
 */
const removeIfAbandoned = async (path) => {
  if (!(await isAbandoned(path))) return
  const aside = `${path}.abandoned-${process.pid}`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if (!(await isAbandoned(aside))) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

/**
 * Runs `work` while no other process of this project holds the lock `name`: two commands that run at the same time must
 * not build, or set up, over one another.
 *
 * @template Result
 * @param {string} name
 * @param {(text: string) => void} report called once when it has to wait
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export const withLock = async (name, report, work) => {
  await mkdir(cacheFolder, { recursive: true })
  const path = fromCache(`${name}.lock`)
  const started = performance.now()
  let waited = false
  while (!(await tryLock(path))) {
    await removeIfAbandoned(path)
    if (!waited && performance.now() - started > 1000) {
      waited = true
      report(`  … waiting for another command of this project to finish its ${name}`)
    }
    await wait(100)
  }
  const alive = setInterval(
    () => void utimes(path, new Date(), new Date()).catch(() => undefined),
    touchMilliseconds,
  )
  try {
    return await work()
  } finally {
    clearInterval(alive)
    await rm(path, { force: true })
  }
}
