import { chmod, chown, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile, writeWhole } from '../../../../src-main/files/write-whole.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('an overwritten file is complete: the new one, or the former one if writing fails halfway', async () => {
  const folder = await temporaryFolder('countertop-whole')
  const path = join(folder, 'items.csv')
  await writeFile(path, 'former')
  async function* failing() {
    yield 'half'
    throw new Error('the disk is full')
  }
  await expect(writeWhole(path, failing())).rejects.toThrow('the disk is full')
  expect(await readFile(path, 'utf8')).toBe('former')
  await writeWhole(path, 'new')
  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['items.csv'])
})

test('an overwritten file keeps its permissions, and a symbolic link then leads to the new file', async () => {
  const folder = await temporaryFolder('countertop-whole')
  const [path, beside] = [join(folder, 'link.csv'), join(folder, 'beside')]
  await mkdir(beside)
  const target = join(beside, 'items.csv')
  await symlink(join('beside', 'items.csv'), path)
  await writeWhole(path, 'of a link to nothing yet')
  expect(await readFile(target, 'utf8')).toBe('of a link to nothing yet')
  await chmod(target, 0o664)
  // Any group of this process: only an administrator may give a file to another group.
  const group = process.getgroups?.().at(-1) ?? -1
  const own = process.getuid?.() === 0 ? 4242 : group
  await chown(target, -1, own)
  // The program's own files are private to their owner, whatever their mode was before.
  for (const [write, mode] of [
    [writeWhole, 0o664],
    [replaceFile, 0o600],
  ] as const) {
    await write(path, write.name)
    expect((await lstat(path)).isSymbolicLink()).toBe(true)
    expect(await readFile(target, 'utf8')).toBe(write.name)
    expect((await stat(target)).mode & 0o777).toBe(mode)
    if (write === writeWhole) expect((await stat(target)).gid).toBe(own)
  }
  expect(await readdir(beside)).toEqual(['items.csv'])
  await replaceFile(join(folder, 'made', 'new.json'), '{}')
  expect((await stat(join(folder, 'made', 'new.json'))).mode & 0o777).toBe(0o600)
})

test('links to missing files are followed one after the other, relative to their real folders', async () => {
  const folder = await temporaryFolder('countertop-whole')
  const deep = join(folder, 'real', 'deep')
  await mkdir(deep, { recursive: true })
  await symlink(deep, join(folder, 'short'))
  await symlink(join('..', 'two.csv'), join(deep, 'one.csv'))
  await symlink('three.csv', join(folder, 'real', 'two.csv'))
  await writeWhole(join(folder, 'short', 'one.csv'), 'whole')
  expect(await readFile(join(folder, 'real', 'three.csv'), 'utf8')).toBe('whole')
  expect((await readdir(folder)).sort()).toEqual(['real', 'short'])
})
