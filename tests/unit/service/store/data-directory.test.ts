import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, expect, test, vi } from 'vitest'
import { notRestricted, openDataDirectory } from '../../../../src-service/store/data-directory.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

afterEach(() => void vi.restoreAllMocks())

test('only one service uses a data folder at a time', async () => {
  const folder = await temporaryFolder('data-directory')
  const first = openDataDirectory(folder)
  expect(() => openDataDirectory(folder)).toThrow('is in use by another service')
  first.release()
  openDataDirectory(folder).release()
})

test('a full disk is reported as such, not as another service', async () => {
  const folder = await temporaryFolder('data-directory')
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  vi.spyOn(Libsql.prototype, 'exec').mockImplementation(() => {
    throw full
  })
  expect(() => openDataDirectory(folder)).toThrow(
    `the data folder ${folder} cannot be written (database or disk is full)`,
  )
})

test('a lock that cannot be opened is reported, not another service', async () => {
  const folder = await temporaryFolder('data-directory')
  mkdirSync(join(folder, 'service.lock'))
  expect(() => openDataDirectory(folder)).toThrow('cannot be written')
})

test('a folder that cannot be made is named, with the reason', async () => {
  const file = join(await temporaryFolder('data-directory'), 'file')
  writeFileSync(file, '')
  expect(() => openDataDirectory(join(file, 'data'))).toThrow(
    `the data folder ${join(file, 'data')} cannot be written (ENOTDIR`,
  )
})

test.each([
  ['EPERM', 'belongs to another user'],
  ['EROFS', 'cannot be written (EROFS: read-only file system)'],
])('a folder whose mode cannot be set because of %s %s', (code, words) => {
  const error = Object.assign(new Error(`${code}: read-only file system`), { code })
  expect(notRestricted('/data', error).message).toContain(`the data folder /data ${words}`)
})
