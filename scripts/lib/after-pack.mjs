import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * electron-builder calls this after packing. Removes the repackaged Electron's replacement of Electron's default app
 * (scripts/default-app/), which does not belong in a product.
 *
 * @param {{ appOutDir: string }} context
 */
export const afterPack = ({ appOutDir }) =>
  rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true })
