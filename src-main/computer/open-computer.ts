import { homedir } from 'node:os'
import { app, BrowserWindow, powerSaveBlocker } from 'electron'
import type { Log } from '../log.ts'
import { loginItem, xdgAutostart } from './autostart.ts'
import { type Computer, createComputer } from './computer.ts'

/** Uses Electron's functions. @param window the cashier's */
export function openComputer(window: BrowserWindow, log: Log): Computer {
  const isFilling = (other: BrowserWindow) => other === window || other.isFullScreen() || other.isKiosk()
  return createComputer({
    autostart:
      process.platform === 'linux'
        ? xdgAutostart({
            env: process.env,
            home: homedir(),
            // An AppImage runs from a folder that disappears when it ends; a working copy is started with its folder.
            command: [
              process.env['APPIMAGE'] ?? process.execPath,
              ...(app.isPackaged ? [] : [app.getAppPath()]),
            ],
            folder: app.getPath('userData'),
          })
        : loginItem(app),
    windows: () => BrowserWindow.getAllWindows().filter((one) => !one.isDestroyed() && isFilling(one)),
    stayAwake() {
      const id = powerSaveBlocker.start('prevent-display-sleep')
      return () => powerSaveBlocker.stop(id)
    },
    log,
  })
}
