import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { replaceFile } from '../../../../src-main/files/write-whole.ts'
import { startLineFile } from '../../../../src-main/journal/line-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

afterEach(() => void vi.restoreAllMocks())

/** A disk that answers the flush of a folder with this code. */
async function diskWith(code: string): Promise<string> {
  const folder = await temporaryFolder('sync-folder')
  const probe = await open(folder, 'r')
  const prototype = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const { sync } = prototype
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw Object.assign(new Error(`${code}: fsync`), { code })
    return sync.call(this)
  })
  return folder
}

test('on a disk that cannot flush a folder the counter keeps its journal and its settings', async () => {
  const folder = await diskWith('EINVAL')
  const file = await startLineFile(join(folder, 'journal.jsonl'), [{ n: 1 }])
  await file.append({ n: 2 })
  await file.close()
  await replaceFile(join(folder, 'settings.json'), '{}')
})

test('a folder that a damaged disk cannot flush is reported', async () => {
  const folder = await diskWith('EIO')
  await expect(startLineFile(join(folder, 'journal.jsonl'), [])).rejects.toThrow('EIO')
  await expect(replaceFile(join(folder, 'settings.json'), '{}')).rejects.toThrow('EIO')
})
