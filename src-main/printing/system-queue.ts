import { BrowserWindow } from 'electron'
import { withHiddenPage } from './hidden-page.ts'
import type { SystemPrinters, SystemQueue } from './system-printers.ts'

const micronsPerMm = 1_000
/** Maximum time for the system to take a receipt, in ms, so that it cannot block the next one. */
const takeMs = 60_000

let listing: Promise<readonly SystemQueue[]> | null = null

/** Any window can list the queues. Waiting receipts ask every few seconds; concurrent requests share one listing. */
export const listQueues: SystemPrinters['list'] = () => {
  const [window] = BrowserWindow.getAllWindows()
  listing ??= (window === undefined ? withHiddenPage('', queuesOf) : queuesOf(window.webContents)).finally(
    () => {
      listing = null
    },
  )
  return listing
}

const queuesOf = async (page: Electron.WebContents): Promise<readonly SystemQueue[]> =>
  (await page.getPrintersAsync()).map(({ name, displayName, options }) => ({
    queue: name,
    name: displayName === '' ? name : displayName,
    options: { ...options },
  }))

export const printOnQueue: SystemPrinters['print'] = (queue, { html, width, height, name }) =>
  // The system's queue window shows the page's title.
  withHiddenPage(
    html.replace('<title></title>', `<title>${name.replace(/[^\w .-]/g, '')}</title>`),
    (page) =>
      new Promise((taken, failed) => {
        const late = setTimeout(() => failed(new Error('the system does not accept the job')), takeMs)
        page.print(
          {
            silent: true,
            deviceName: queue,
            printBackground: true,
            color: false,
            margins: { marginType: 'none' },
            pageSize: { width: width * micronsPerMm, height: height * micronsPerMm },
          },
          (success, reason) => {
            clearTimeout(late)
            if (success) taken()
            else failed(new Error(reason))
          },
        )
      }),
  )
