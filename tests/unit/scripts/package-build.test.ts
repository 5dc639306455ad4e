import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { build, packageFolder } from '../../../scripts/lib/build.mjs'
import { fromRoot } from '../../../scripts/lib/paths.mjs'

/** Stands for a chunk that a program which runs from this checkout has not loaded yet. */
const lateChunk = fromRoot('dist', 'resources', 'late-test.js')
afterEach(() => rm(lateChunk, { force: true }))

test('a package is built apart from the files that running programs still load', async () => {
  await build({ names: ['resources'], report: () => {} })
  await writeFile(lateChunk, '')
  const packaged = fromRoot(packageFolder, 'resources')
  await rm(packaged, { recursive: true, force: true })
  await build({ names: ['resources'], production: true, report: () => {} })
  expect(existsSync(lateChunk)).toBe(true)
  expect(existsSync(fromRoot('dist', 'resources', 'window-icon.png'))).toBe(true)
  expect(await readdir(packaged)).toEqual(['window-icon.png'])
})
