import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { flushedMeanwhile } from '../../../../src-main/backup/flushed-meanwhile.ts'
import { eventually } from '../../../support/eventually.ts'

let path: string
let prototype: FileHandle
beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flushed-'))
  path = join(folder, 'large')
  const file = await open(join(folder, 'any'), 'w')
  prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  onTestFinished(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true })
  })
})

test('a file is flushed repeatedly while it is written, even if it does not exist at first', async () => {
  const flush = vi.spyOn(prototype, 'datasync')
  const written = await flushedMeanwhile(
    path,
    eventually(async () => {
      await appendFile(path, 'more')
      expect(flush.mock.calls.length).toBeGreaterThan(2)
      return 'written'
    }),
  )
  expect(written).toBe('written')
})

test('a failure of the work or of a flush is reported', async () => {
  await expect(flushedMeanwhile(path, Promise.reject(new Error('no space')))).rejects.toThrow('no space')
  const flush = vi.spyOn(prototype, 'datasync').mockRejectedValue(new Error('the disk is faulty'))
  const work = appendFile(path, 'more').then(() => eventually(() => expect(flush).toHaveBeenCalled()))
  await expect(flushedMeanwhile(path, work)).rejects.toThrow('the disk is faulty')
})
