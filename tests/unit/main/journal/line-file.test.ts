import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  linesFromEnd,
  newestFirst,
  openLineFile,
  startLineFile,
} from '../../../../src-main/journal/line-file.ts'
import { eventually } from '../../../support/eventually.ts'

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

test('an append resolves only when the line has been flushed to the disk', async () => {
  const file = await startLineFile(path, [])
  let onDisk = () => {}
  const synced = vi
    .spyOn(fileHandle, 'datasync')
    .mockImplementation(() => new Promise<void>((resolve) => (onDisk = resolve)))
  let resolved = false
  const appended = file.append({ kind: 'authorizing' }).then(() => {
    resolved = true
  })
  await eventually(() => expect(synced).toHaveBeenCalledOnce())
  expect(await readFile(path, 'utf8')).toContain('authorizing')
  expect(resolved).toBe(false)
  onDisk()
  await appended
  await file.close()
})

const beginnings = {
  startLineFile: () => startLineFile(path, []),
  openLineFile: () => openLineFile(path),
}
for (const [name, begin] of Object.entries(beginnings)) {
  test(`an append whose flush failed is rejected, and its line is not found (${name})`, async () => {
    const file = await begin()
    await file.append({ kind: 'first' })
    const before = await readFile(path, 'utf8')
    vi.spyOn(fileHandle, 'datasync').mockRejectedValueOnce(new Error('input/output error'))
    await expect(file.append({ kind: 'authorizing' })).rejects.toThrow('input/output error')
    expect(await readFile(path, 'utf8')).toBe(before)
    await file.append({ kind: 'next' })
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(`${before}\n{"kind":"next"}\n`)
  })

  test(`a partial line left by a full disk is removed, at the latest by the next append (${name})`, async () => {
    const file = await begin()
    await file.append({ kind: 'first' })
    const before = await readFile(path, 'utf8')
    const { write } = fileHandle
    const full = vi.spyOn(fileHandle, 'write')
    full.mockImplementationOnce(function (this: FileHandle, ...[bytes, offset, , position]: unknown[]) {
      return Reflect.apply(write, this, [bytes, offset, 9, position])
    } as never)
    full.mockRejectedValueOnce(new Error('no space left on device'))
    vi.spyOn(fileHandle, 'truncate').mockRejectedValueOnce(new Error('input/output error'))
    await expect(file.append({ kind: 'authorizing' })).rejects.toThrow('no space left')
    expect(await readFile(path, 'utf8')).toBe(`${before}\n{"kind":`)
    await file.append({ kind: 'next' })
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(`${before}\n{"kind":"next"}\n`)
  })
}

test('a rewritten file is flushed to the disk before it replaces the old one', async () => {
  const synced = vi.spyOn(fileHandle, 'datasync')
  const file = await startLineFile(path, [{ kind: 'ready' }])
  expect(synced).toHaveBeenCalledOnce()
  await file.close()
})

test('lines are returned newest first, and only the last one can count as cut off', () => {
  const found = [...newestFirst('{"n":1}\nbroken\n{"n":3}\n{"n"')]
  expect(found.map(({ value, cutOff }) => [value, cutOff])).toEqual([
    [undefined, true],
    [{ n: 3 }, false],
    [undefined, false],
    [{ n: 1 }, false],
  ])
})

test('lines read from the end of a file equal those of its text, for any chunk size', async () => {
  const text = fc
    .array(fc.constantFrom('{"n":1}', '{"n":"é"}', '日本', 'x', '\n', '\n', ''))
    .map((some) => some.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (content, chunk) => {
      await writeFile(path, content)
      const found: unknown[] = []
      for await (const { text, value, cutOff } of linesFromEnd(path, chunk))
        found.push({ text, value, cutOff })
      expect(found).toEqual([...newestFirst(content)])
    }),
    { numRuns: 200 },
  )
})

test('a reopened file loses only its incomplete last line', async () => {
  for (const [left, kept] of [
    ['{"n":1}\n{"n":', '{"n":1}\n'],
    ['{"n":1}\n{"n":2}', '{"n":1}\n{"n":2}'],
    ['{"n"', ''],
  ] as const) {
    await writeFile(path, left)
    const file = await openLineFile(path)
    await file.append({ n: 3 })
    await file.close()
    expect(await readFile(path, 'utf8')).toBe(`${kept}\n{"n":3}\n`)
  }
})
