import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pack, unpack } from '../../../../src-main/backup/packed-files.ts'
import { SealedError } from '../../../../src-main/backup/sealed-stream.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a file that would be written elsewhere than below is refused', async () => {
  const to = await temporaryFolder('unpacked')
  for (const path of ['../out', '/etc/x', 'a/../../b', 'C:\\x', '']) {
    await expect(unpack(pack([{ path, from: Buffer.from('x') }]), to, 'secrets.json')).rejects.toThrow(
      SealedError,
    )
  }
})

test('a backup that does not fit on the disk is let go of: its stick can be pulled out', async () => {
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
  await expect(unpack(stick(), to, 'secrets.json')).rejects.toThrow()
  expect(isOpen).toBe(false)
})
