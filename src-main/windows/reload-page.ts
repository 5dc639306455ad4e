import { access, readFile } from 'node:fs/promises'
import type { BrowserWindow } from 'electron'
import type { Log } from '../log.ts'
import { appFile } from '../security/app-files.ts'
import { filesNamedBy } from '../security/first-page.ts'
import { posOrigin } from '../security/origins.ts'

/**
 * Reloads the cashier's page if its files are readable, so that a working page is not replaced by an empty window.
 * @param folder of the page's files
 * @returns false where its first files cannot be read; the page then stays as it is
 */
export async function reloadPage(
  window: { readonly webContents: Pick<BrowserWindow['webContents'], 'reload'> },
  folder: string,
  log: Log,
): Promise<boolean> {
  try {
    const first = `${posOrigin}/index.html`
    const markup = await readFile(fileOf(folder, first))
    for (const address of filesNamedBy(markup, first)) await access(fileOf(folder, address))
  } catch (error) {
    log.error({ err: error }, 'window.not_reloaded')
    return false
  }
  log.warn({}, 'window.reloaded')
  window.webContents.reload()
  return true
}

function fileOf(folder: string, address: string): string {
  const file = appFile({ [posOrigin]: folder }, address)
  if (file === null) throw new Error(`${address} is not a file of the page`)
  return file.path
}
