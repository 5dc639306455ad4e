import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { showUnwritable, writeTrouble } from '../../../../src-main/windows/unwritable-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a folder that can be written, or be made, has no trouble, and nothing stays in it', async () => {
  const folder = await temporaryFolder('unwritable')
  expect(writeTrouble(folder)).toBeNull()
  expect(writeTrouble(join(folder, 'new'))).toBeNull()
  expect(readdirSync(folder, { recursive: true })).toEqual(['new'])
})

test('a folder that cannot be written is reported in the system’s words', async () => {
  const folder = await temporaryFolder('unwritable')
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(writeTrouble(file)).toMatch(/EEXIST|ENOTDIR/)
})

test('the dialog is in the counter’s language, else in the computer’s, and names folder and cause', () => {
  const shown: string[] = []
  const dialog = { showErrorBox: (title: string, text: string) => void shown.push(`${title}: ${text}`) }
  const at = { folder: '/shop', why: 'EROFS: read-only file system' }
  showUnwritable(dialog, { ...at, language: 'es', locale: 'fr-CA' })
  showUnwritable(dialog, { ...at, language: null, locale: 'fr-CA' })
  showUnwritable(dialog, { ...at, language: null, locale: 'de-DE' })
  for (const text of shown) expect(text).toMatch(/^Countertop: .*\/shop.*\n\nEROFS: read-only file system$/)
  expect(shown.map((text) => text.slice(12, 45))).toEqual([
    'Countertop no puede escribir en s',
    'Countertop ne peut pas écrire dan',
    'Countertop cannot write in its fo',
  ])
})
