import { type App, type BrowserWindow, ipcMain, nativeTheme, protocol, screen } from 'electron'
import { createIdSource } from '../src-shared/ids.ts'
import { snapshotChannel } from '../src-shared/pos/channels.ts'
import type { Settings } from '../src-shared/pos/snapshot.ts'
import { type Counter, openCounter } from './counter.ts'
import type { Environment } from './environment.ts'
import { posHandlers } from './ipc/commands.ts'
import { registerCommands } from './ipc/register.ts'
import type { Log } from './log.ts'
import { appPaths, dataPaths } from './paths.ts'
import { serveAppFiles } from './security/app-scheme.ts'
import { posOrigin, terminalOrigin } from './security/origins.ts'
import { startService } from './service-source.ts'
import { openSettings } from './settings/settings.ts'
import { createPublisher } from './snapshot/publisher.ts'
import type { ServiceLink } from './terminal/service-link.ts'
import { layOut } from './windows/layout.ts'
import { openPosWindow } from './windows/pos-window.ts'
import { createVirtualTerminalWindow, trainingHsn } from './windows/virtual-terminal-window.ts'

export interface RunningApp {
  /** Brings the cashier's window to the front. */
  focus(): void
  stop(): Promise<void>
}

/**
 * Puts the app together once Electron is ready. The service takes longest and runs in a process of its own, so it
 * starts first; the window opens meanwhile.
 *
 * @param onPageUp called when the cashier's page is up: what can wait, waits for it.
 */
export async function startApp(
  app: App,
  environment: Environment,
  log: Log,
  onPageUp: () => void,
): Promise<RunningApp> {
  const paths = appPaths(app.getAppPath())
  const data = dataPaths(app.getPath('userData'))
  const training = environment.outside === null
  const withTerminalWindow = training && environment.virtualTerminalWindow
  const layout = layOut(screen.getPrimaryDisplay().workArea, withTerminalWindow)
  const settings = await openSettings(data.settings, app.getLocale())

  const service = startService(environment.outside, paths, data, log)
  const snapshot = createPublisher(
    {
      merchant_name: 'Countertop',
      training,
      currency: 'USD',
      service: { kind: 'starting' },
      terminal: { kind: 'none' },
      settings: settings.present(),
      sale: { kind: 'ready' },
    },
    (present) => {
      if (window?.isDestroyed() === false) window.webContents.send(snapshotChannel, present)
    },
  )
  const virtualTerminal = createVirtualTerminalWindow(paths, () => layout.terminal, log)
  const hsn = environment.hsn ?? (withTerminalWindow ? trainingHsn : null)
  let counter: Counter | null = null
  let window: BrowserWindow | null = null

  applyTheme(settings.present())
  settings.onChange((changed) => {
    applyTheme(changed)
    snapshot.update({ settings: changed })
  })
  serveAppFiles(protocol, { [posOrigin]: paths.renderer, [terminalOrigin]: paths.terminalScreen })
  const showVirtualTerminal = async (): Promise<boolean> => {
    const link = service.link()
    if (!training || link === null) return false
    await virtualTerminal.show(link)
    return true
  }
  const newId = createIdSource(Date.now)
  const commands = { snapshot, settings, counter: () => counter, newId, showVirtualTerminal }
  registerCommands(ipcMain, posHandlers(commands), log)

  window = openPosWindow(paths, layout.pos, log)
  const pageUp = new Promise<void>((resolve) => window?.webContents.once('did-finish-load', () => resolve()))
  void pageUp.then(onPageUp)
  window.on('closed', () => app.quit())

  service.onDown((detail) => snapshot.update({ service: { kind: 'unreachable', detail } }))
  service.onUp(async (link, merchantName) => {
    if (merchantName !== null) snapshot.update({ merchant_name: merchantName })
    if (training) snapshot.update({ service: { kind: 'ready' } })
    counter ??= await openCounter({
      accountId: link.accountId,
      link: service.link,
      hsn,
      paths: data,
      settings,
      snapshot,
      now: Date.now,
      log,
    })
    counter.terminal.kick()
    if (withTerminalWindow) await pageUp.then(() => keepTerminalWindow(link))
  })

  /** The window is opened with the app, and again when the service comes back at another address. */
  async function keepTerminalWindow(link: ServiceLink): Promise<void> {
    await virtualTerminal.keep(link)
    counter?.terminal.kick()
  }

  return {
    focus() {
      if (window?.isDestroyed() !== false) return
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    async stop() {
      await counter?.stop()
      await service.stop()
    },
  }
}

const applyTheme = ({ color_scheme }: Settings): void => {
  nativeTheme.themeSource = color_scheme === 'auto' ? 'system' : color_scheme
}
