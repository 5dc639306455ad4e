import { BrowserWindow, nativeTheme } from 'electron'
import { displayChannels } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import type { DisplayWindow } from '../customer-display/customer-display.ts'
import type { DisplayPlace } from '../customer-display/display-place.ts'
import type { AppPaths } from '../paths.ts'
import { displayOrigin } from '../security/origins.ts'
import { pagePreferences } from '../security/page-preferences.ts'
import { reloadAfterCrash } from './after-crash.ts'

/** The customer's window. It has no state: after a crash it is reloaded and up to date. */
export function openDisplayWindow(
  paths: AppPaths,
  { bounds, fullscreen }: DisplayPlace,
  onClosed: () => void,
): DisplayWindow {
  const window = new BrowserWindow({
    ...bounds,
    fullscreen,
    frame: !fullscreen,
    // A customer's touch must not take the keyboard focus, or a scan, from the cashier's window.
    focusable: !fullscreen,
    show: false,
    title: 'Countertop',
    icon: paths.icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0b0f14' : '#eceff3',
    autoHideMenuBar: true,
    webPreferences: {
      ...pagePreferences(),
      preload: paths.displayPreload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  })
  window.once('ready-to-show', () => window.showInactive())
  window.on('closed', onClosed)
  reloadAfterCrash(window.webContents)
  void window.loadURL(`${displayOrigin}/index.html`).catch(() => undefined)
  return {
    send(snapshot) {
      if (!window.isDestroyed()) window.webContents.send(displayChannels.snapshot, snapshot)
    },
    close() {
      if (!window.isDestroyed()) window.destroy()
    },
  }
}
