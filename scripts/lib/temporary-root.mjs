import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the programs that run the tests keep between runs or forget when they are killed; our own tests keep nothing. */
// A window that is ended by SIGKILL leaves its scoped_dir; its tests are about just that. Chromium's sound library keeps
// the folder of its socket.
const ofTools =
  /^(node-compile-cache|scoped_dir|playwright|\.org\.chromium\.|\.X11-unix|v8-compile-cache|vitest|pulse-)/

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
  const root = mkdtempSync(join(tmpdir(), `${name}-`))
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
