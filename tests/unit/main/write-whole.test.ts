import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from '../../../src-main/write-whole.ts'
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
