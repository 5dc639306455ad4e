import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPrintingArea } from '../../../../src-main/printing/printing-area.ts'
import { noSystemPrinters } from '../../../support/no-system-printers.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const printer = {
  ...{ id: 'prn_1', name: 'Front', address: { kind: 'tcp', host: '127.0.0.1', port: 9 } },
  ...{ language: 'esc-pos', columns: 48, letters: 'epson', cuts: true, drawer: false, each_sale: true },
  reports: 'nothing',
}
const printersFile = { version: 1, default_id: printer.id, printers: [printer] }

test('a drawer whose printers cannot be opened is reported, and throws at nobody who has booked the cash', async () => {
  const folder = await temporaryFolder('printing-area')
  const paths = { printers: join(folder, 'printers.json'), prints: join(folder, 'prints.jsonl') }
  await writeFile(paths.printers, '{"version":1,"default_id":null,"printers":[]}')
  // As a disk that cannot be read.
  await mkdir(paths.prints)
  const area = createPrintingArea({
    paths,
    onStatus: () => undefined,
    newId: () => 'print',
    system: noSystemPrinters,
    log: quietLog,
  })
  expect(await area.drawer.open()).toEqual({ ok: false, error: 'the printers could not be opened' })
  await area.stop()
})

test('a receipt that could not be kept for printing is said, until it is printed or somebody has seen it', async () => {
  const folder = await temporaryFolder('printing-area')
  const paths = { printers: join(folder, 'printers.json'), prints: join(folder, 'prints.jsonl') }
  await writeFile(paths.printers, JSON.stringify(printersFile))
  // As a disk that cannot be written.
  await mkdir(paths.prints)
  let lost: string | null = null
  const area = createPrintingArea({
    paths,
    onStatus: ({ not_queued }) => {
      lost = not_queued
    },
    newId: () => `print_${performance.now()}`,
    system: noSystemPrinters,
    log: quietLog,
  })
  const job = { name: 'KT1041', language: 'en' as const, copies: [], complete: true }
  await area.eachSale(job.name, async () => job)
  expect(lost).toBe('KT1041')
  area.notQueuedSeen()
  expect(lost).toBeNull()
  await area.eachSale(job.name, async () => job)
  expect(lost).toBe('KT1041')
  await rmdir(paths.prints)
  expect(await area.print(job)).toBe(true)
  expect(lost).toBeNull()
  await area.stop()
})

test('a receipt that lacks the details of a card is said, until it is printed whole or somebody has seen it', async () => {
  const folder = await temporaryFolder('printing-area')
  const paths = { printers: join(folder, 'printers.json'), prints: join(folder, 'prints.jsonl') }
  await writeFile(paths.printers, JSON.stringify(printersFile))
  let incomplete: readonly string[] = []
  const area = createPrintingArea({
    paths,
    onStatus: (status) => {
      incomplete = status.incomplete
    },
    newId: () => `print_${performance.now()}`,
    system: noSystemPrinters,
    log: quietLog,
  })
  const short = (name: string) => ({ name, language: 'en' as const, copies: [], complete: false })
  await area.eachSale('KT1', async () => short('KT1'))
  await area.print(short('KT2'))
  expect(incomplete).toEqual(['KT1', 'KT2'])
  await area.print({ ...short('KT1'), complete: true })
  expect(incomplete).toEqual(['KT2'])
  area.incompleteSeen('KT2')
  expect(incomplete).toEqual([])
  await area.stop()
})
