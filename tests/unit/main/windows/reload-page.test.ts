import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reloadPage } from '../../../../src-main/windows/reload-page.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

test('a page is reloaded only if all files of its start can be read', async () => {
  const folder = await temporaryFolder('reload-page')
  let loaded = 0
  const window = { webContents: { reload: () => void loaded++ } }
  expect(await reloadPage(window, folder, quietLog)).toBe(false)
  const markup = '<script type="module" src="./assets/start-1.js"></script><link href="./assets/start-1.css">'
  await writeFile(join(folder, 'index.html'), markup)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'start-1.css'), '')
  expect(await reloadPage(window, folder, quietLog)).toBe(false)
  await writeFile(join(folder, 'assets', 'start-1.js'), '')
  expect(loaded).toBe(0)
  expect(await reloadPage(window, folder, quietLog)).toBe(true)
  expect(loaded).toBe(1)
  await rm(join(folder, 'assets'), { recursive: true })
  expect(await reloadPage(window, folder, quietLog)).toBe(false)
  expect(loaded).toBe(1)
})
