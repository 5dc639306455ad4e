import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openRotatedFile } from '../../../../src-main/files/rotated-file.ts'
import { createLog, fileLog } from '../../../../src-main/log.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

describe('a log in a file', () => {
  test('a log in a file is rotated at its limit and keeps the newest three beside it', async () => {
    const folder = await temporaryFolder('rotated')
    const file = openRotatedFile(join(folder, 'main.log'), 1_000)
    for (let line = 0; line < 1_000; line += 1) file.write(`line ${line}\n`)
    expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.log.1', 'main.log.2', 'main.log.3'])
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).size).toBeLessThan(1_020)
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    }
    const inOrder = ['main.log.1', 'main.log']
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
    expect(inOrder).toContain('line 999\n')
    expect(inOrder.indexOf('line 950\n')).toBeLessThan(inOrder.indexOf('line 999\n'))
  })

  test('while another program has the full log open, no older log is lost and lines are still written', async () => {
    const folder = await temporaryFolder('rotated')
    const path = join(folder, 'main.log')
    let inUse = false
    const file = openRotatedFile(path, 1_000, (from, to) => {
      if (inUse && from === path) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
      renameSync(from, to)
    })
    for (let line = 0; line < 400; line += 1) file.write(`line ${line}\n`)
    const oldest = readFileSync(`${path}.2`, 'utf8')
    inUse = true
    for (let line = 400; line < 600; line += 1) file.write(`line ${line}\n`)
    expect(readFileSync(`${path}.3`, 'utf8')).toBe(oldest)
    inUse = false
    for (let line = 600; line < 610; line += 1) file.write(`line ${line}\n`)
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('line 599\n')
    expect(readFileSync(`${path}.3`, 'utf8')).toBe(oldest)
    expect(readFileSync(path, 'utf8')).toContain('line 609\n')
  })

  test('a log in a file continues after a restart', async () => {
    const path = join(await temporaryFolder('rotated'), 'main.log')
    openRotatedFile(path, 1_000).write('before\n')
    openRotatedFile(path, 1_000).write('after\n')
    expect(readFileSync(path, 'utf8')).toBe('before\nafter\n')
  })

  test('a log whose folder was deleted goes on when it can, and never writes into another file opened since', async () => {
    const folder = join(await temporaryFolder('rotated'), 'logs')
    const journal = join(folder, '..', 'journal.jsonl')
    const file = openRotatedFile(join(folder, 'main.log'), 100)
    file.write('x'.repeat(100))
    rmSync(folder, { recursive: true })
    // A file in place of the folder, so that the log cannot be opened again for now.
    writeFileSync(folder, '')
    file.write('late\n')
    // The new file gets the descriptor number that the log's file had.
    const other = openSync(journal, 'w')
    file.write('late, too\n')
    writeSync(other, 'a sale\n')
    closeSync(other)
    expect(readFileSync(journal, 'utf8')).toBe('a sale\n')
    rmSync(folder)
    file.write('here\n')
    file.write('again\n')
    expect(readFileSync(join(folder, 'main.log'), 'utf8')).toBe('late\nlate, too\nhere\nagain\n')
  })

  test('a log that could not be opened at the start, as on a full disk, has its first lines as soon as it can', async () => {
    const folder = join(await temporaryFolder('rotated'), 'logs')
    // A file in place of the folder, so that the log cannot be opened for now.
    writeFileSync(folder, '')
    const path = join(folder, 'main.log')
    const log = createLog(() => fileLog(path))
    log.info({}, 'app.started')
    await new Promise((resolve) => setTimeout(resolve, 100))
    log.warn({}, 'sale.journal_failed')
    rmSync(folder)
    log.info({}, 'sale.unsaved_written')
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'app.started',
      'sale.journal_failed',
      'sale.unsaved_written',
    ])
  })

  /** A log in a folder that cannot be made, after so many lines of 100 bytes. */
  async function writtenInVain(lines: number) {
    const folder = join(await temporaryFolder('rotated'), 'logs')
    writeFileSync(folder, '')
    const file = openRotatedFile(join(folder, 'main.log'))
    for (let line = 0; line < lines; line += 1) file.write(`${'x'.repeat(99)}\n`)
    return { folder, file }
  }

  test('while it cannot be written, a log keeps only so much that it fills no memory', async () => {
    const { folder, file } = await writtenInVain(3_000)
    rmSync(folder)
    file.write('')
    expect(statSync(join(folder, 'main.log')).size).toBe(100_000)
  })

  test('the line with which the disk has space again is not lost, however much waited for it', async () => {
    const { folder, file } = await writtenInVain(1_000)
    rmSync(folder)
    file.write('space again\n')
    expect(readFileSync(join(folder, 'main.log'), 'utf8')).toMatch(/x\nspace again\n$/)
  })

  test('the log of main is written to its file', async () => {
    const path = join(await temporaryFolder('rotated'), 'logs', 'main.log')
    const log = await fileLog(path)
    log.warn({ hsn: 'VT-1' }, 'terminal.status')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ hsn: 'VT-1', msg: 'terminal.status' })
  })
})
