import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserWindow, nativeTheme, type Rectangle } from 'electron'
import type { AppPaths } from '../paths.ts'
import type { FirstPage } from '../security/first-page.ts'
import { posOrigin } from '../security/origins.ts'
import { pagePreferences } from '../security/page-preferences.ts'
import { reloadAfterCrash } from './after-crash.ts'

/** The cashier's window. It draws snapshots and holds nothing: after a crash it is loaded anew and is up to date. */
export function openPosWindow(paths: AppPaths, bounds: Rectangle): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 640,
    minHeight: 560,
    title: 'Countertop',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101418' : '#f6f7f9',
    autoHideMenuBar: true,
    webPreferences: {
      ...pagePreferences(),
      preload: paths.posPreload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  })
  reloadAfterCrash(window.webContents)
  // Reading the picture would hold the page up.
  if (process.platform !== 'darwin')
    window.webContents.once('did-finish-load', () => window.setIcon(paths.icon))
  void window.loadURL(`${posOrigin}/index.html`).catch(() => undefined)
  return window
}

/** How long a page that has its files may take to ask for the way to the graphics process. */
const asksForWayMs = 10

/**
 * Resolves once the window waits for nothing of its first page any more, or has none. As soon as the page has its style
 * sheet it asks this process for the way to the graphics process, and stands still, its script not yet begun, until it is
 * answered: what takes this process long comes after that.
 */
export const whenOnItsWay = (window: BrowserWindow, { served }: FirstPage): Promise<void> =>
  new Promise((resolve) => {
    void served.then(() => sleep(asksForWayMs)).then(resolve)
    window.webContents.once('did-finish-load', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.once('closed', () => resolve())
  })

/** Resolves once the page has loaded, whatever becomes of it. */
export const whenDrawn = (window: BrowserWindow): Promise<void> =>
  new Promise((resolve) => {
    window.webContents.once('did-finish-load', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.once('closed', () => resolve())
  })

/** From the page's first answer until it has drawn by it, on a slow computer too. */
const drawsForMs = 100

/**
 * Resolves once the page shows what it draws first, or two seconds after it has loaded where it asked for nothing. What
 * this process does meanwhile takes the processor from the page, and from the service that starts.
 */
export async function whenShown(drawn: Promise<void>, firstAnswer: Promise<void>): Promise<void> {
  await drawn
  let limit: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    limit = setTimeout(resolve, 2_000)
  })
  await Promise.race([firstAnswer.then(() => sleep(drawsForMs)), patience])
  clearTimeout(limit)
}

export function focusWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.focus()
}
