import { setTimeout as sleep } from 'node:timers/promises'
import { BrowserWindow, nativeTheme, type Rectangle } from 'electron'
import type { AppPaths } from '../paths.ts'
import type { FirstPage } from '../security/first-page.ts'
import { posOrigin } from '../security/origins.ts'
import { pagePreferences } from '../security/page-preferences.ts'
import { reloadAfterCrash } from './after-crash.ts'

/** The cashier's window. It draws snapshots and has no state: after a crash it is reloaded and up to date. */
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
  // Reading the picture earlier would delay the page.
  if (process.platform !== 'darwin')
    window.webContents.once('did-finish-load', () => window.setIcon(paths.icon))
  void window.loadURL(`${posOrigin}/index.html`).catch(() => undefined)
  return window
}

/** Time within which a page that has all its files requests its graphics channel, in ms. */
const channelRequestMs = 10

/**
 * Resolves once the first page of the window no longer waits for this process, or there is none. A page with its style
 * sheet requests a channel to the graphics process from this process, and runs no script until it has one. So long work
 * of this process must come later.
 */
export const whenFirstPageIsServed = (window: BrowserWindow, { served }: FirstPage): Promise<void> =>
  new Promise((resolve) => {
    void served.then(() => sleep(channelRequestMs)).then(resolve)
    window.webContents.once('did-finish-load', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.once('closed', () => resolve())
  })

/** Resolves once the page has loaded, or failed to. */
export const whenDrawn = (window: BrowserWindow): Promise<void> =>
  new Promise((resolve) => {
    window.webContents.once('did-finish-load', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.once('closed', () => resolve())
  })

/** Time from the page's first answer until it has drawn, in ms, also on a slow computer. */
const drawsForMs = 100

/**
 * Resolves once the page shows its first content, or two seconds after it has loaded if it sent no command. Work of
 * this process before that takes processor time from the page, and from the starting service.
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
