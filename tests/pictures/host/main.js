// An Electron that only opens a window, in which the cashier's page is drawn without main.
import { app, BrowserWindow } from 'electron'

// Not awaited: Electron is ready only after this file has run to its end.
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    useContentSize: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  return window.loadURL('about:blank')
})
