import { setFlagsFromString } from 'node:v8'
import type { App } from 'electron'

/**
 * Options of V8 and Chromium that keep the app small, since a counter shares its computer with other programs all day.
 * They are set before Electron is ready.
 *
 * The young generation stays at its first size (1 MiB) instead of growing to eight times that at the start and keeping
 * it: a counter makes few objects. V8 reads the flag whenever the space would grow.
 *
 * On Linux, Chromium's network code runs in this process instead of its own. That process has no sandbox there, and no
 * work: pages get their files from this process by app://, and cannot reach any other computer (page-network.ts).
 */
export function keepSmall(
  app: Pick<App, 'commandLine' | 'whenReady'>,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  if (platform !== 'linux') return
  const asked = app.commandLine.getSwitchValue(features)
  app.commandLine.appendSwitch(features, asked === '' ? networkHere : `${asked},${networkHere}`)
  keepGraphicsDriverOut(app, env)
}

const features = 'enable-features'
const networkHere = 'NetworkServiceInProcess2'

/**
 * Keeps GTK from loading the graphics driver. GTK, which Electron uses for dialogs and the system's look, queries
 * OpenGL on an X11 display at its start; only for that it loads the graphics card's driver, with a compiler, into this
 * process. Nothing here draws with it: pages are drawn in another process. GTK reads the variable (see its manual) at
 * its start, before Electron is ready; programs started later must not inherit it.
 */
function keepGraphicsDriverOut(app: Pick<App, 'whenReady'>, env: NodeJS.ProcessEnv): void {
  if (env.GDK_GL !== undefined) return
  env.GDK_GL = 'disable'
  void app.whenReady().then(() => {
    delete env.GDK_GL
  })
}
