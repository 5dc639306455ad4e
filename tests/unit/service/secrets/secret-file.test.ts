import fs, { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  removeSecretFile,
  replaceSecretFile,
  writeSecretFile,
} from '../../../../src-service/secrets/secret-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

function failing(name: 'linkSync' | 'fsyncSync', code: string, isMeant = (_fd: unknown): boolean => true) {
  const real = fs[name] as (...given: unknown[]) => void
  vi.spyOn(fs, name).mockImplementation((...given: unknown[]) => {
    if (isMeant(given[0])) throw Object.assign(new Error(`${code}: ${name}`), { code })
    real(...given)
  })
  syncBuiltinESMExports()
}
const isFolder = (fd: unknown) => fs.fstatSync(Number(fd)).isDirectory()

test.each(['EPERM', 'ENOTSUP', 'EISDIR'])(
  'on a disk without hard links (%s) a secret is written once, and no draft of it stays',
  async (code) => {
    const folder = await temporaryFolder('secret-file')
    failing('linkSync', code)
    const path = join(folder, 'vault.key')
    writeSecretFile(path, 'first')
    expect(() => writeSecretFile(path, 'second')).toThrow(code)
    expect(readFileSync(path, 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['vault.key'])
  },
)

test('any other failure to write a secret is reported, and no draft of it stays', async () => {
  const folder = await temporaryFolder('secret-file')
  failing('linkSync', 'EIO')
  expect(() => writeSecretFile(join(folder, 'vault.key'), 'first')).toThrow('EIO')
  expect(readdirSync(folder)).toEqual([])
})

test('on a disk that cannot flush a folder secrets are written, replaced and removed', async () => {
  const folder = await temporaryFolder('secret-file')
  failing('fsyncSync', 'EINVAL', isFolder)
  const path = join(folder, 'vault.key')
  writeSecretFile(path, 'first')
  replaceSecretFile(path, 'second')
  expect(readFileSync(path, 'utf8')).toBe('second')
  removeSecretFile(path)
  expect(readdirSync(folder)).toEqual([])
})

test('a folder that a damaged disk cannot flush is reported', async () => {
  const folder = await temporaryFolder('secret-file')
  failing('fsyncSync', 'EIO', isFolder)
  expect(() => writeSecretFile(join(folder, 'vault.key'), 'first')).toThrow('EIO')
})
