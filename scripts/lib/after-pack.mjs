import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * electron-builder calls this when the program is packed: the repackaged Electron's stand-in for Electron's own
 * default app (scripts/default-app/) has no place in a product.
 *
 * @param {{ appOutDir: string }} context
 */
export const afterPack = ({ appOutDir }) =>
  rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true })
