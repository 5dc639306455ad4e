import { expect, test, vi } from 'vitest'

const fs = vi.hoisted(() => ({ readdir: vi.fn(async () => ['a.png']) }))
vi.mock('node:fs/promises', async (original) => ({ ...(await original<object>()), ...fs }))

const { listPictures } = await import('../../../../src-main/customer-display/idle-pictures.ts')
const { settingsHandlers } = await import('../../../../src-main/ipc/settings-handlers.ts')

// Windows connects to the host of such a path, and signs in there with the user's account.
const ofNetwork = [
  '\\\\host.example\\share',
  '//host.example/share',
  '\\/host.example/share',
  '\\\\?\\UNC\\host.example\\share',
]

test.each(ofNetwork)(
  'the pictures of a folder of another computer are not looked for: %s',
  async (folder) => {
    expect(await listPictures(folder)).toEqual([])
    expect(fs.readdir).not.toHaveBeenCalled()
  },
)

test('the pictures of another folder are', async () => {
  expect(await listPictures('C:\\Pictures')).toHaveLength(1)
})

test.each([...ofNetwork.map((folder) => [folder, false] as const), ['C:\\Pictures', true] as const])(
  'the folder %s can be chosen: %s',
  async (folder, may) => {
    const update = vi.fn(async () => {})
    const settings = { update, present: () => ({}), locked: [] }
    const handlers = settingsHandlers({ settings, chooseFolder: async () => folder } as never)
    const chosen = await handlers['settings.display_pictures']({ choose: true })
    expect(chosen.ok).toBe(may)
    expect(update).toHaveBeenCalledTimes(may ? 1 : 0)
  },
)
