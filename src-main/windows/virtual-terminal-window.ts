import { BrowserWindow, type Rectangle } from 'electron'
import type { Log } from '../log.ts'
import type { AppPaths } from '../paths.ts'
import { terminalOrigin } from '../security/origins.ts'
import { pagePreferences } from '../security/page-preferences.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'

/** The training terminal's serial number. */
export const trainingHsn = 'VT-0001'

/** The virtual terminal on the screen. Like a real one it gets an address and an activation code, and no privileges. */
export interface VirtualTerminalWindow {
  /** Opens the window, or brings it to the front. */
  show(access: ServiceAccess): Promise<void>
  /** Opens the window with the app, and again when the service has moved to another address. */
  keep(access: ServiceAccess): Promise<void>
}

export function createVirtualTerminalWindow(
  paths: AppPaths,
  bounds: () => Rectangle,
  log: Log,
): VirtualTerminalWindow {
  let window: BrowserWindow | null = null
  let dialled = ''
  let opening: Promise<void> | null = null

  async function open(access: ServiceAccess): Promise<void> {
    const code = await access.client.call('terminals.activation_code', { body: { hsn: trainingHsn } })
    if (!code.ok) {
      log.error({ failure: code.error.kind }, 'virtual_terminal.not_activated')
      throw new Error('the virtual terminal got no activation code')
    }
    const fragment = new URLSearchParams({
      service: access.url,
      hsn: trainingHsn,
      code: code.value.activation_code,
    })
    const opened = create(bounds())
    window = opened
    dialled = access.url
    opened.on('closed', () => {
      if (window === opened) window = null
    })
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      log.error({ reason }, 'virtual_terminal.crashed')
      // Its activation code is used up; a new window gets a new one.
      if (!opened.isDestroyed()) opened.destroy()
    })
    await opened.loadURL(`${terminalOrigin}/index.html#${fragment.toString()}`).catch((error: unknown) => {
      // The error's message contains the whole address, and with it the activation code.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      throw new Error(`the virtual terminal's page did not load: ${code}`)
    })
  }

  function create(place: Rectangle): BrowserWindow {
    return new BrowserWindow({
      ...place,
      title: `Virtual terminal ${trainingHsn}`,
      icon: paths.icon,
      backgroundColor: '#20242a',
      autoHideMenuBar: true,
      webPreferences: {
        ...pagePreferences(),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
      },
    })
  }

  async function openOnce(access: ServiceAccess): Promise<void> {
    opening ??= open(access).finally(() => {
      opening = null
    })
    await opening
  }

  return {
    async show(access) {
      if (window === null) return openOnce(access)
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    async keep(access) {
      if (dialled === access.url) return
      const closedByPerson = window === null && dialled !== ''
      window?.destroy()
      if (!closedByPerson) await openOnce(access)
    },
  }
}
