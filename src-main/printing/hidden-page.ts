import { BrowserWindow } from 'electron'

/** Draws a page in a hidden window without scripts, which is closed afterwards. */
export async function withHiddenPage<Value>(
  html: string,
  use: (page: Electron.WebContents) => Promise<Value>,
): Promise<Value> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      javascript: false,
      partition: 'receipts',
    },
  })
  try {
    await window.loadURL(
      `data:text/html;charset=utf-8;base64,${Buffer.from(html, 'utf8').toString('base64')}`,
    )
    return await use(window.webContents)
  } finally {
    window.destroy()
  }
}
