import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack, unpack } from '../../../../src-main/backup/packed-files.ts'
import { SealedError } from '../../../../src-main/backup/sealed-stream.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const anything = { secret: 'secrets.json', isTaken: async () => true }

test('a file whose path leads outside the target folder is refused', async () => {
  const to = await temporaryFolder('unpacked')
  for (const path of ['../out', '/etc/x', 'a/../../b', 'C:\\x', '']) {
    await expect(unpack(pack([{ path, from: Buffer.from('x') }]), to, anything)).rejects.toThrow(SealedError)
  }
})

test('an unexpected file is refused before it or its folder is written', async () => {
  const to = await temporaryFolder('unpacked')
  const files = [
    { path: 'taken/x', from: Buffer.from('x') },
    { path: 'other/y', from: Buffer.from('y') },
  ]
  const isTaken = async (path: string) => path.startsWith('taken/')
  await expect(unpack(pack(files), to, { secret: 'secrets.json', isTaken })).rejects.toThrow(SealedError)
  expect((await readdir(to, { recursive: true })).toSorted()).toEqual(['taken', join('taken', 'x')])
})

test('a backup that does not fit on the disk is closed, so that its USB stick can be removed', async () => {
  const to = await temporaryFolder('unpacked')
  let isOpen = true
  async function* stick(): AsyncGenerator<Buffer> {
    try {
      yield* pack([{ path: 'taken/x', from: Buffer.from('x') }])
    } finally {
      isOpen = false
    }
  }
  await writeFile(join(to, 'taken'), 'in the way')
  await expect(unpack(stick(), to, anything)).rejects.toThrow()
  expect(isOpen).toBe(false)
})
