import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPrintingArea } from '../../../../src-main/printing/printing-area.ts'
import type { PrintingStatus } from '../../../../src-shared/pos/printing/printers.ts'
import { noSystemPrinters } from '../../../support/no-system-printers.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const printer = {
  ...{ id: 'prn_1', name: 'Front', address: { kind: 'tcp', host: '127.0.0.1', port: 9 } },
  ...{ language: 'esc-pos', columns: 48, letters: 'epson', cuts: true, drawer: false, each_sale: true },
  reports: 'nothing',
}
const pathsIn = (folder: string) => ({
  printers: join(folder, 'printers.json'),
  prints: join(folder, 'prints.jsonl'),
  printNotices: join(folder, 'print-notices.json'),
})
const areaIn = (
  paths: ReturnType<typeof pathsIn>,
  onStatus: (status: PrintingStatus) => void = () => undefined,
) =>
  createPrintingArea({
    paths,
    onStatus,
    newId: () => `print_${performance.now()}`,
    system: noSystemPrinters,
    log: quietLog,
  })
const printersFile = { version: 1, default_id: printer.id, printers: [printer] }

test('a drawer whose printers cannot be opened is reported, without an error for the caller that booked the cash', async () => {
  const folder = await temporaryFolder('printing-area')
  const paths = pathsIn(folder)
  await writeFile(paths.printers, '{"version":1,"default_id":null,"printers":[]}')
  // A folder in place of the file makes it unreadable.
  await mkdir(paths.prints)
  const area = areaIn(paths)
  expect(await area.drawer.open()).toEqual({ ok: false, error: 'the printers could not be opened' })
  await area.stop()
})

test('receipts that could not be queued are reported, also after a restart, until they are printed or acknowledged', async () => {
  const folder = await temporaryFolder('printing-area')
  const paths = pathsIn(folder)
  await writeFile(paths.printers, JSON.stringify(printersFile))
  // A folder in place of the file makes it unwritable.
  await mkdir(paths.prints)
  let lost: readonly string[] = []
  const open = () =>
    areaIn(paths, ({ not_queued }) => {
      lost = not_queued
    })
  const first = open()
  const job = (name: string) => ({ name, language: 'en' as const, copies: [], complete: true })
  await first.eachSale('KT1041', async () => job('KT1041'))
  await first.eachSale('KT1042', async () => job('KT1042'))
  await first.eachSale('KT1043', async () => job('KT1043'))
  expect(lost).toEqual(['KT1041', 'KT1042', 'KT1043'])
  first.notQueuedSeen('KT1041')
  expect(lost).toEqual(['KT1042', 'KT1043'])
  await first.eachSale('KT1041', async () => job('KT1041'))
  await first.stop()
  lost = []
  const second = open()
  await second.resume()
  expect(lost).toEqual(['KT1042', 'KT1043', 'KT1041'])
  await rmdir(paths.prints)
  expect(await second.print(job('KT1042'))).toBe(true)
  expect(lost).toEqual(['KT1043', 'KT1041'])
  await second.stop()
})

test('a receipt without the details of a card is reported, also after a restart, until it is complete or acknowledged', async () => {
  const folder = await temporaryFolder('printing-area')
  const paths = pathsIn(folder)
  await writeFile(paths.printers, JSON.stringify(printersFile))
  let incomplete: readonly string[] = []
  const open = () =>
    areaIn(paths, (status) => {
      incomplete = status.incomplete
    })
  const first = open()
  const short = (name: string) => ({ name, language: 'en' as const, copies: [], complete: false })
  await first.eachSale('KT1', async () => short('KT1'))
  await first.print(short('KT2'))
  expect(incomplete).toEqual(['KT1', 'KT2'])
  await first.stop()
  incomplete = []
  const second = open()
  // A receipt reported before the earlier ones were read hides none of them.
  await second.print(short('KT3'))
  expect(incomplete).toEqual(['KT1', 'KT2', 'KT3'])
  // A receipt without prices of the same sale does not replace the incomplete one.
  await second.print({ ...short('KT1'), complete: null })
  await second.print({ ...short('KT4'), complete: null })
  expect(incomplete).toEqual(['KT1', 'KT2', 'KT3'])
  await second.print({ ...short('KT1'), complete: true })
  expect(incomplete).toEqual(['KT2', 'KT3'])
  second.incompleteSeen('KT2')
  expect(incomplete).toEqual(['KT3'])
  await second.stop()
})
