import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProfileCommand } from '../../../../src-main/profile/profile-command.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countertop-folder-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a mistyped folder is refused with its option named, and not created', async () => {
  const mistyped = join(folder, 'Countertopp')
  const printed: string[] = []
  const code = await runProfileCommand(
    ['--folder', mistyped, '--profile', join(folder, 'shop.json')],
    {},
    (text) => printed.push(text),
  )
  expect({ code, printed }).toEqual({
    code: 2,
    printed: [`--folder: there is no ${mistyped}. Name the folder of a counter that was started before.`],
  })
  expect(await readdir(folder)).toEqual([])
})
