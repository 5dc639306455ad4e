import { BrowserWindow } from 'electron'

/** A page that loads nothing; sizes in mm. */
export interface PdfPage {
  readonly html: string
  readonly width: number
  readonly height: number
}

const mmPerInch = 25.4

/** Draws a page in a window that nobody sees, that runs no script, and that is gone afterwards. */
export async function toPdf({ html, width, height }: PdfPage): Promise<Uint8Array> {
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
