import { BrowserWindow } from 'electron'
import type { ReceiptPage } from '../../src-shared/receipt/receipt-html.ts'

const mmPerInch = 25.4

/** Draws a receipt in a window that nobody sees, that runs no script, and that is gone afterwards. */
export async function toPdf({ html, width, height }: ReceiptPage): Promise<Uint8Array> {
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
    return await window.webContents.printToPDF({
      pageSize: { width: width / mmPerInch, height: height / mmPerInch },
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      printBackground: true,
      preferCSSPageSize: true,
    })
  } finally {
    window.destroy()
  }
}
