import fs, { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { restoreMark, stagedFolder, takeRestored } from '../../../../src-main/backup/take-restored.ts'
import { takeRestoredHere } from '../../../../src-main/backup/take-restored-here.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const { rmSync } = fs
afterEach(() => replaceRemoval(rmSync))

function replaceRemoval(removal: typeof rmSync): void {
  fs.rmSync = removal
  syncBuiltinESMExports()
}

test('what is left of a backup does not stop the counter while another program has it open', async () => {
  const folder = await temporaryFolder('left')
  mkdirSync(join(stagedFolder(folder), 'counter'), { recursive: true })
  writeFileSync(join(stagedFolder(folder), 'counter', 'settings.json'), 'left')
  replaceRemoval(() => {
    throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
  })
  expect(takeRestored(folder)).toBe(false)
  writeFileSync(restoreMark(folder), JSON.stringify({ former: 'former', parts: ['settings.json'] }))
  expect(takeRestored(folder)).toBe(true)
  expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe('left')
  replaceRemoval(rmSync)
  takeRestored(folder)
  expect(existsSync(stagedFolder(folder))).toBe(false)
})

test.each([
  ['fr-CA', 'sauvegarde'],
  ['es', 'copia de seguridad'],
  ['de', 'backup'],
])('a file that cannot be moved is reported in the language of the computer (%s)', async (locale, word) => {
  const folder = await temporaryFolder('left')
  writeFileSync(restoreMark(folder), 'not JSON')
  const shown: string[] = []
  const ended: unknown[] = []
  const app = {
    getPath: () => folder,
    getLocale: () => locale,
    exit: (code?: number) => void ended.push(code),
  }
  const dialog = { showErrorBox: (_: string, text: string) => void shown.push(text) }
  expect(takeRestoredHere(app, dialog, null)).toBe('failed')
  expect(shown.join()).toContain(word)
  expect(ended).toEqual([1])
})
