import { app, BrowserWindow, nativeTheme, type Rectangle } from 'electron'
import type { Log } from '../log.ts'
import type { AppPaths } from '../paths.ts'
import { posOrigin } from '../security/origins.ts'

/** The cashier's window. It draws snapshots and holds nothing: after a crash it is loaded anew and is up to date. */
export function openPosWindow(paths: AppPaths, bounds: Rectangle, log: Log): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 640,
    minHeight: 560,
    title: 'Countertop',
    icon: paths.icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101418' : '#f6f7f9',
    autoHideMenuBar: true,
    webPreferences: {
      preload: paths.posPreload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      disableBlinkFeatures: 'Auxclick',
      spellcheck: false,
      // A timer that stands still because another window is in front would lie to the cashier.
      backgroundThrottling: false,
      devTools: !app.isPackaged,
    },
  })
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    log.error({ reason }, 'the cashier window crashed and is loaded again')
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload()
    }, 200)
  })
  void window.loadURL(`${posOrigin}/index.html`).catch((error: unknown) => {
    log.error({ err: error }, 'the cashier page could not be loaded')
  })
  return window
}
