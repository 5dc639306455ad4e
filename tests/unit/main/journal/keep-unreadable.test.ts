import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTaskJournal } from '../../../../src-main/gift-cards/task-journal.ts'
import type { Log } from '../../../../src-main/log.ts'
import { openActionJournal } from '../../../../src-main/manager/action-journal.ts'
import { openOrderStore } from '../../../../src-main/orders/order-store.ts'
import { openPrintQueue } from '../../../../src-main/printing/print-queue.ts'
import { openJournal } from '../../../../src-main/sale/journal.ts'
import { openReturnsJournal } from '../../../../src-main/sales/returns-journal.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const quiet = { info() {}, warn() {}, error() {} } as unknown as Log

const openers: Readonly<Record<string, (path: string) => Promise<{ close(): Promise<void> }>>> = {
  'tasks of gift cards': (path) => openTaskJournal(path, quiet),
  returns: (path) => openReturnsJournal(path, quiet),
  sales: (path) => openJournal(path, quiet),
  'a manager’s actions': (path) => openActionJournal(path, quiet),
  async 'waiting prints'(path) {
    const print = async () => ({ kind: 'printed' }) as const
    const queue = await openPrintQueue({ path, log: quiet, print, printers: () => [], onWaiting() {} })
    return { close: queue.stop }
  },
  orders: (path) => openOrderStore({ path, log: quiet, newId: () => 'ord_1', onChange() {} }),
}

describe.each(Object.entries(openers))('a damaged file of %s', (_, open) => {
  const copiesOf = async (path: string) =>
    (await readdir(dirname(path))).filter((name) => name !== basename(path) && name.endsWith('unreadable'))

  test('the file is copied once, however often it cannot be replaced', async () => {
    const path = join(await temporaryFolder('damaged-'), 'lines.jsonl')
    const text = '{"damage\n{"more":1}\n'
    await writeFile(path, text)
    // A folder in the place of the new file: it cannot be written, as on a full disk.
    await mkdir(`${path}.new`)
    for (let times = 0; times < 4; times += 1) await expect(open(path)).rejects.toThrow()
    const [copy = '', ...more] = await copiesOf(path)
    expect(more).toEqual([])
    expect(await readFile(join(dirname(path), copy), 'utf8')).toBe(text)
    await rm(`${path}.new`, { recursive: true })
    await (await open(path)).close()
    await (await open(path)).close()
    expect(await copiesOf(path)).toEqual([copy])
    // Another damage has a copy of its own.
    await writeFile(path, `${text}{"other damage\n`)
    await (await open(path)).close()
    expect(await copiesOf(path)).toHaveLength(2)
  })
})
