import { type FileHandle, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newestFirst, startLineFile } from '../../../../src-main/journal/line-file.ts'

let folder: string
let path: string
let fileHandle: FileHandle
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countertop-lines-'))
  path = join(folder, 'lines.jsonl')
  const any = await open(join(folder, 'any'), 'w')
  fileHandle = Object.getPrototypeOf(any)
  await any.close()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

test('an append resolves only when the line is on the disk, not when it is in the file', async () => {
  const file = await startLineFile(path, [])
  let onDisk = () => {}
  const synced = vi
    .spyOn(fileHandle, 'datasync')
    .mockImplementation(() => new Promise<void>((resolve) => (onDisk = resolve)))
  let resolved = false
  const appended = file.append({ kind: 'authorizing' }).then(() => {
    resolved = true
  })
  await vi.waitFor(() => expect(synced).toHaveBeenCalledOnce())
  expect(await readFile(path, 'utf8')).toContain('authorizing')
  expect(resolved).toBe(false)
  onDisk()
  await appended
  await file.close()
})

test('an append whose line may not be on the disk is rejected', async () => {
  const file = await startLineFile(path, [])
  vi.spyOn(fileHandle, 'datasync').mockRejectedValueOnce(new Error('input/output error'))
  await expect(file.append({ kind: 'authorizing' })).rejects.toThrow('input/output error')
  await file.append({ kind: 'next' })
  await file.close()
})

test('a file that is started anew is on the disk before it takes the old one’s place', async () => {
  const synced = vi.spyOn(fileHandle, 'datasync')
  const file = await startLineFile(path, [{ kind: 'ready' }])
  expect(synced).toHaveBeenCalledOnce()
  await file.close()
})

test('lines are found newest first, and only the last one counts as cut off', () => {
  const found = [...newestFirst('{"n":1}\nbroken\n{"n":3}\n{"n"')]
  expect(found.map(({ value, cutOff }) => [value, cutOff])).toEqual([
    [undefined, true],
    [{ n: 3 }, false],
    [undefined, false],
    [{ n: 1 }, false],
  ])
})
