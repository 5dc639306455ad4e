import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { listPictures } from '../../../../src-main/customer-display/idle-pictures.ts'
import { settingsHandlers } from '../../../../src-main/ipc/settings-handlers.ts'
import { isOnNetwork } from '../../../../src-shared/pos/settings/network-folder.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

// Windows connects to the host of such a path, and signs in there with the user's account.
const ofNetwork = [
  '\\\\host.example\\share',
  '//host.example/share',
  '\\/host.example/share',
  '\\\\?\\UNC\\host.example\\share',
]

test.each(ofNetwork)('the folder %s is of another computer', (folder) => {
  expect(isOnNetwork(folder)).toBe(true)
})

test('the pictures of such a folder are not looked for, and those of another are', async () => {
  const folder = await temporaryFolder('pictures')
  await writeFile(join(folder, 'a.png'), '')
  expect(await listPictures(folder)).toEqual([join(folder, 'a.png')])
  // Here, two slashes lead to the same folder.
  expect(await listPictures(`/${folder}`)).toEqual([])
})

test.each([...ofNetwork.map((folder) => [folder, false] as const), ['C:\\Pictures', true] as const])(
  'the folder %s can be chosen: %s',
  async (folder, may) => {
    const update = vi.fn(async () => {})
    const settings = { update, present: () => ({}), locked: [] }
    const handlers = settingsHandlers({ settings, chooseFolder: async () => folder } as never)
    const chosen = await handlers['settings.display_pictures']({ choose: true })
    expect(chosen).toMatchObject(may ? { ok: true } : { ok: false, error: { code: 'folder_on_network' } })
    expect(update).toHaveBeenCalledTimes(may ? 1 : 0)
  },
)
