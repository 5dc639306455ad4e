import type { App } from 'electron'
import { denyNavigation } from './navigation.ts'
import { denyNewWindows } from './new-windows.ts'
import { keepPagesOnThisComputer, sendNoDatagrams } from './page-network.ts'
import { restrictPermissions } from './permissions.ts'
import { denyWebviews } from './webviews.ts'

/** Applies the rules of this folder to every page, before the first one exists. */
export function hardenPages(app: Pick<App, 'on' | 'commandLine'>): void {
  keepPagesOnThisComputer(app)
  app.on('session-created', restrictPermissions)
  app.on('web-contents-created', (_event, contents) => {
    denyNavigation(contents)
    denyNewWindows(contents)
    denyWebviews(contents)
    sendNoDatagrams(contents)
  })
}
