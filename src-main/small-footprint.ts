import { setFlagsFromString } from 'node:v8'
import type { App } from 'electron'

/**
 * A counter shares its computer with other programs, all day. What is asked of V8 and Chromium so that it stays small,
 * before Electron is ready.
 *
 * The space of young objects stays at its first size (1 MiB) instead of growing to eight times that at the start and
 * keeping it: a counter makes few objects. The flag is read whenever the space would grow.
 *
 * On Linux Chromium's network code runs in this process instead of one of its own. That process has no sandbox there, and
 * nothing to do: pages get their files from this process by app://, and can reach no other computer (page-network.ts).
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
 * GTK, of which Electron takes dialogs and the system's look, asks at its start what OpenGL can do on an X11 display, and
 * for that alone loads the driver of the graphics card, with a compiler, into this process. Nothing here draws by it:
 * pages are drawn in a process of their own. GTK reads the variable (its manual has it) when it starts, before Electron
 * is ready; whatever this process starts later is not to inherit it.
 */
function keepGraphicsDriverOut(app: Pick<App, 'whenReady'>, env: NodeJS.ProcessEnv): void {
  if (env.GDK_GL !== undefined) return
  env.GDK_GL = 'disable'
  void app.whenReady().then(() => {
    delete env.GDK_GL
  })
}
