import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, whatever the current directory is. */
export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {string[]} parts */
export const fromRoot = (...parts) => join(projectRoot, ...parts)

/** The folder for everything that scripts can recreate: runtimes, stamps, locks. Ignored by git. */
export const cacheFolder = fromRoot('.cache')

/** @param {string[]} parts */
export const fromCache = (...parts) => join(cacheFolder, ...parts)
