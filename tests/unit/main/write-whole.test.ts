import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile, writeWhole } from '../../../src-main/write-whole.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('a file that is written over is whole: the new one, or the former one where the new one fails midway', async () => {
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

test('what is written over keeps its permissions, and a symbolic link leads to the new one', async () => {
  const folder = await temporaryFolder('countertop-whole')
  const [path, beside] = [join(folder, 'link.csv'), join(folder, 'beside')]
  await mkdir(beside)
  const target = join(beside, 'items.csv')
  await symlink(join('beside', 'items.csv'), path)
  await writeWhole(path, 'of a link to nothing yet')
  expect(await readFile(target, 'utf8')).toBe('of a link to nothing yet')
  await chmod(target, 0o664)
  for (const write of [writeWhole, replaceFile]) {
    await write(path, write.name)
    expect((await lstat(path)).isSymbolicLink()).toBe(true)
    expect(await readFile(target, 'utf8')).toBe(write.name)
    expect((await stat(target)).mode & 0o777).toBe(0o664)
  }
  expect(await readdir(beside)).toEqual(['items.csv'])
  await replaceFile(join(folder, 'made', 'new.json'), '{}')
  expect((await stat(join(folder, 'made', 'new.json'))).mode & 0o777).toBe(0o600)
})
