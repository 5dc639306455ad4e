import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPrintingArea } from '../../../../src-main/printing/printing-area.ts'
import { noSystemPrinters } from '../../../support/no-system-printers.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

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
