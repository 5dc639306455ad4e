import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, wherever a script was started from. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {string[]} parts */
export const fromRoot = (...parts) => join(projectRoot, ...parts)

/** Everything a script may throw away and make again: runtimes, stamps, locks. Ignored by git. */
export const cacheFolder = fromRoot('.cache')

/** @param {string[]} parts */
export const fromCache = (...parts) => join(cacheFolder, ...parts)
