import { renameSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveFile, moveFileSync } from '../../../../src-main/files/move-file.ts'
import { busyPausesMs, whileBusy } from '../../../../src-shared/busy-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const failing = (code: string, times: number) => {
  const count = { tries: 0 }
  const fail = () => {
    count.tries += 1
    if (count.tries <= times) throw Object.assign(new Error(code), { code })
  }
  return { count, fail }
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'on Windows, a rename refused with %s is tried again',
  async (code) => {
    const [from, to] = await twoFiles()
    const { count, fail } = failing(code, 2)
    await moveFile(from, to, {
      platform: 'win32',
      async rename(...names) {
        fail()
        await rename(...names)
      },
    })
    expect(count.tries).toBe(3)
    expect(await readFile(to, 'utf8')).toBe('new')
  },
)

test('at the start too, where nothing else may happen meanwhile', async () => {
  const [from, to] = await twoFiles()
  const { count, fail } = failing('EPERM', 2)
  moveFileSync(from, to, {
    platform: 'win32',
    renameSync(...names) {
      fail()
      renameSync(...names)
    },
  })
  expect(count.tries).toBe(3)
  expect(await readFile(to, 'utf8')).toBe('new')
})

test('another failure is reported at once, as is any on other systems', async () => {
  for (const [platform, code] of [
    ['win32', 'ENOENT'],
    ['linux', 'EPERM'],
    ['darwin', 'EACCES'],
  ] as const) {
    const { count, fail } = failing(code, 1)
    await expect(moveFile('from', 'to', { platform, rename: async () => fail() })).rejects.toThrow(code)
    expect(() => moveFileSync('from', 'to', { platform, renameSync: failing(code, 1).fail })).toThrow(code)
    expect(count.tries, platform).toBe(1)
  }
})

test('a file that stays in use is reported as such, after three seconds', async () => {
  const { count, fail } = failing('EBUSY', 1_000)
  let waited = 0
  const wait = async (ms: number) => {
    waited += ms
  }
  await expect(whileBusy(async () => fail(), wait)).rejects.toThrow('EBUSY')
  expect(count.tries).toBe(busyPausesMs.length + 1)
  expect(waited).toBe(3_000)
})

async function twoFiles(): Promise<[from: string, to: string]> {
  const folder = await temporaryFolder('countertop-move')
  const names: [string, string] = [join(folder, 'new'), join(folder, 'former')]
  await writeFile(names[0], 'new')
  await writeFile(names[1], 'former')
  return names
}
