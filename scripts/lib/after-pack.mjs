import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addVisualCRuntime } from './visual-c-runtime.mjs'

/**
 * electron-builder calls this after packing. Removes the repackaged Electron's replacement of Electron's default app
 * (scripts/default-app/), which does not belong in a product; on Windows adds what the native modules need.
 *
 * @param {{ appOutDir: string, electronPlatformName?: string }} context
 */
export const afterPack = async ({ appOutDir, electronPlatformName }) => {
  await rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true })
  if (electronPlatformName !== 'win32') return
  const system = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32')
  await addVisualCRuntime({ modules: join(appOutDir, 'resources', 'app.asar.unpacked'), system })
}
