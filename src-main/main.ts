import { join } from 'node:path'
import { app, protocol } from 'electron'
import { type RunningApp, startApp } from './app.ts'
import { readEnvironment } from './environment.ts'
import { createLog, fileLog } from './log.ts'
import { quitCleanly } from './quit.ts'
import { appScheme } from './security/app-scheme.ts'
import { hardenPages } from './security/harden.ts'

// The boot list. What must happen before Electron is ready comes first.
const environment = readEnvironment(process.env)
if (environment.userData !== null) app.setPath('userData', environment.userData)
if (!app.requestSingleInstanceLock()) app.exit(0)

protocol.registerSchemesAsPrivileged([appScheme])
hardenPages(app)

// The log's writer loads once the cashier has a page; until then its lines wait.
let pageIsUp = () => {}
const pageUp = new Promise<void>((resolve) => {
  pageIsUp = resolve
})
const log = createLog(async () => {
  await pageUp
  return fileLog(join(app.getPath('userData'), 'logs', 'main.log'))
})
process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected unheard'))

let running: RunningApp | null = null
app.on('second-instance', () => running?.focus())
quitCleanly(app, () => running?.stop())

// Not awaited at top level: Electron gets ready only after this module has run to its end.
void app.whenReady().then(async () => {
  running = await startApp(app, environment, log, pageIsUp)
})
