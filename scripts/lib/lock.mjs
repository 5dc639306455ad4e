import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { cacheFolder, fromCache } from './paths.mjs'

/** @param {number} processId */
const isAlive = (processId) => {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} path */
const tryLock = async (path) => {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(String(process.pid))
    await file.close()
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  }
}

/** A lock whose owner died is taken away; one that was created this instant may not carry its owner yet. */
/** @param {string} path */
const removeIfAbandoned = async (path) => {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''))
  if (owner > 0 && !isAlive(owner)) await rm(path, { force: true })
}

/**
 * Runs `work` while no other process of this project holds the lock `name`: two commands started side by
 * side must not build, or set up, over one another.
 *
 * @template Result
 * @param {string} name
 * @param {(text: string) => void} say called once when it has to wait
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export const withLock = async (name, say, work) => {
  await mkdir(cacheFolder, { recursive: true })
  const path = fromCache(`${name}.lock`)
  const started = performance.now()
  let told = false
  while (!(await tryLock(path))) {
    await removeIfAbandoned(path)
    if (!told && performance.now() - started > 1000) {
      told = true
      say(`  … waiting for another command of this project to finish its ${name}`)
    }
    await wait(100)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}
