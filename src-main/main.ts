import { join } from 'node:path'
import { app, dialog, ipcMain, Menu, nativeTheme, protocol, screen } from 'electron'
import type { RunningApp } from './app.ts'
import { takeRestoredHere } from './backup/take-restored-here.ts'
import { openCommandGate } from './ipc/command-gate.ts'
import { readServiceFile } from './live-service/service-file.ts'
import { createLog, fileLog } from './log.ts'
import { appPaths, dataPaths } from './paths.ts'
import { appUserModelId } from './process/app-user-model-id.ts'
import { dataFolder } from './process/data-folder.ts'
import { readEnvironment } from './process/environment.ts'
import { quitCleanly } from './process/quit.ts'
import { keepSmall } from './process/small-footprint.ts'
import { profileOf } from './profile/launch-option.ts'
import { appScheme, serveAppFiles } from './security/app-scheme.ts'
import { followFirstPage } from './security/first-page.ts'
import { hardenPages } from './security/harden.ts'
import { refusedLaunchOption } from './security/launch-switches.ts'
import { displayOrigin, posOrigin, terminalOrigin } from './security/origins.ts'
import { rememberedSettings, setPlatformLanguage } from './settings/remembered-settings.ts'
import { appMenu } from './windows/app-menu.ts'
import { themeSourceOf } from './windows/color-scheme.ts'
import { layOut } from './windows/layout.ts'
import {
  focusWindow,
  openPosWindow,
  whenDrawn,
  whenFirstPageIsServed,
  whenShown,
} from './windows/pos-window.ts'
import { showUnwritable, writeTrouble } from './windows/unwritable-folder.ts'

// The start of the app. What Electron accepts only before it is ready comes first.
const refusedOption = app.isPackaged ? refusedLaunchOption(app, process.env) : null
if (refusedOption !== null) {
  process.stderr.write(`Countertop does not start with ${refusedOption}.\n`)
  app.exit(1)
}
// Before the first window.
if (process.platform === 'win32') app.setAppUserModelId(appUserModelId)
const environment = readEnvironment(process.env)
const userData = environment.userData ?? dataFolder(process.platform, process.env, app.getPath('userData'))
if (userData !== null) app.setPath('userData', userData)
const profile = profileOf(process.argv)
const data = dataPaths(app.getPath('userData'))
const { language } = rememberedSettings(data.settings)
setPlatformLanguage(language, app, process.env)
// Without the lock another Countertop has this folder, and shows its window; or nothing can be written into the folder.
const isOpen = !app.requestSingleInstanceLock()
const unwritable = isOpen && profile === null ? writeTrouble(app.getPath('userData')) : null
if (isOpen && profile === null && unwritable === null) app.exit(0)
protocol.registerSchemesAsPrivileged([appScheme])
hardenPages(app)
keepSmall(app, process.platform, process.env)
// Otherwise Electron creates its own menu before it is ready. Ours is set once the page is up.
Menu.setApplicationMenu(null)

// Not awaited at top level: Electron becomes ready only after this module has run to its end.
void app.whenReady().then(async () => {
  if (profile !== null) {
    const { applyProfileHere } = await import('./profile/apply-here.ts')
    return app.exit(await applyProfileHere(app, profile, environment.managedProfile, isOpen))
  }
  if (unwritable !== null) {
    const folder = app.getPath('userData')
    showUnwritable(dialog, { folder, why: unwritable, language, locale: app.getLocale() })
    return app.exit(1)
  }
  // A restored backup is put in place before any data of the counter is read.
  const restored = takeRestoredHere(app, dialog, language)
  if (restored === 'failed') return
  const paths = appPaths(app.getAppPath())
  // Whether the file exists decides what is shown first; its content is checked once it is loaded.
  const training = environment.outside === null && readServiceFile(data.liveService) === null
  const layout = layOut(screen.getPrimaryDisplay().workArea, training && environment.virtualTerminalWindow)

  // The window opens first; the rest of main and the service load while its page is drawn. They wait until the page has
  // its files, since this process serves them.
  nativeTheme.themeSource = themeSourceOf(rememberedSettings(data.settings).colorScheme)
  const firstPage = followFirstPage()
  serveAppFiles(
    protocol,
    {
      [posOrigin]: paths.renderer,
      [terminalOrigin]: paths.terminalScreen,
      [displayOrigin]: paths.customerDisplay,
    },
    firstPage,
  )
  const window = openPosWindow(paths, layout.pos)
  const pageUp = whenDrawn(window)
  const log = createLog(async () => {
    await pageUp
    return fileLog(join(data.logs, 'main.log'))
  })
  void pageUp.then(() =>
    log.info({ url: window.webContents.getURL(), title: window.getTitle() }, 'app.page_shown'),
  )
  const running: Promise<RunningApp> = whenFirstPageIsServed(window, firstPage)
    .then(() => import('./app.ts'))
    .then(({ startApp }) =>
      startApp({
        environment,
        paths,
        data,
        window,
        layout,
        pageShown,
        locale: app.getLocale(),
        log,
        restored: restored === 'taken',
      }),
    )
  const { firstAnswer } = openCommandGate(
    ipcMain,
    running.then(({ answer }) => answer),
    log,
  )
  const pageShown = whenShown(pageUp, firstAnswer)
  void pageShown.then(() => {
    const menu = appMenu(process.platform, app.getLocale(), {
      closeWindow: () => window.close(),
      verifyAudit: () => void running.then(({ askToVerify }) => askToVerify()),
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  })

  app.on('second-instance', () => focusWindow(window))
  window.on('closed', () => app.quit())
  quitCleanly(app, window, async () => (await running).stop())
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'app.unhandled_rejection'))
})
