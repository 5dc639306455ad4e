import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../../../../src-main/process/data-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('on Windows a new counter keeps its data on its own computer, and a used one where it is', async () => {
  const roaming = await temporaryFolder('roaming')
  const env = { LOCALAPPDATA: join('C:', 'Users', 'ana', 'AppData', 'Local') }
  // What Electron makes before the program can name another folder.
  await mkdir(join(roaming, 'Crashpad'))
  expect(dataFolder('win32', env, roaming)).toBe(join(env.LOCALAPPDATA, 'Countertop'))
  expect(dataFolder('win32', {}, roaming)).toBeNull()
  await mkdir(join(roaming, 'sales'))
  expect(dataFolder('win32', env, roaming)).toBeNull()
})

test('on Windows a counter keeps its data on its own computer when the network copies those of another there', async () => {
  const [roaming, local] = await Promise.all([temporaryFolder('roaming'), temporaryFolder('local')])
  const own = join(local, 'Countertop')
  await Promise.all([mkdir(join(roaming, 'sales')), mkdir(join(own, 'sales'), { recursive: true })])
  expect(dataFolder('win32', { LOCALAPPDATA: local }, roaming)).toBe(own)
})

test.each(['linux', 'darwin'] as const)(
  'on %s the usual folder belongs to the computer already',
  (platform) => {
    expect(dataFolder(platform, { LOCALAPPDATA: '/local' }, '/usual')).toBeNull()
  },
)
