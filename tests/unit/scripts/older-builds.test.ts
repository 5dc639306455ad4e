import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeOlderThanLastBuild } from '../../../scripts/lib/older-builds.mjs'

describe('the output folder of a part that is rebuilt', () => {
  let folder: string
  let began: string

  const write = async (name: string, second: number) => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
    await utimes(path, second, second)
  }
  const isThere = (name: string) => existsSync(join(folder, name))

  beforeEach(async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'countertop-builds-'))
    folder = join(temporary, 'dist')
    began = join(temporary, 'began')
  })
  afterEach(() => rm(dirname(folder), { recursive: true }))

  test('keeps files of the last build, which a running program may still load', async () => {
    await write('assets/late-abc.js', 150)
    await write('assets/late-old.js', 50)
    await writeFile(began, '100000')
    await removeOlderThanLastBuild(folder, began)
    expect(isThere('assets/late-abc.js')).toBe(true)
    expect(isThere('assets/late-old.js')).toBe(false)
  })

  test('keeps nothing if the start of the last build is unknown', async () => {
    await write('late-abc.js', 150)
    await removeOlderThanLastBuild(folder, began)
    expect(isThere('late-abc.js')).toBe(false)
  })

  test('may be missing', async () => {
    await writeFile(began, '100000')
    await removeOlderThanLastBuild(folder, began)
    expect(existsSync(folder)).toBe(false)
  })
})
