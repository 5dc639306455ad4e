import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Numbering } from '../../../../src-shared/pos/bill/bill.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

const begun: Numbering = { series: 'LM', next: 1001, former: { series: 'KT', seen: false } }

test('a Z report has the letters of the receipts where another book may have one of its number', async () => {
  const folder = await temporaryFolder('begun-series')
  const book = await openSalesBook(join(folder, 'bills'), Date.now, quietLog)
  const saved = new Map<string, string>()
  const paper: string[] = []
  let numbering: Numbering = { series: 'KT', next: 1042 }
  let isFoundOut = false
  const reports = await openReportService({
    ...reportOptions(folder),
    sources: reportSources(folder, book),
    numbering: () => numbering,
    // Asked before the report has its name.
    compareNumbers: async () => {
      if (isFoundOut) numbering = begun
    },
    saveFile: async (name, text) => saved.set(name, text).size > 0,
    printer: {
      print: async ({ copies }) => paper.push(...copies.flatMap((lines) => receiptText(lines, 32))) > 0,
    },
    now: Date.now,
  })
  expect(await must(reports.close())).not.toHaveProperty('series')
  isFoundOut = true
  expect(await must(reports.close())).toMatchObject({ number: 2, series: 'LM' })
  const listed = await must(Promise.resolve(reports.list()))
  expect(listed.map(({ name, damaged }) => [name, damaged])).toEqual([
    ['LM-2', false],
    ['1', false],
  ])
  for (const as of ['table', 'ledger', 'paper'] as const) {
    await must(reports.save({ which: { number: 2 }, as }))
  }
  expect(saved.get('z-LM-2.csv')).toContain('ZLM-2,')
  expect([...saved.keys()]).toEqual(['z-LM-2.csv', 'z-LM-2-accounts.csv'])
  expect(paper.join('\n')).toContain('Z report LM-2')
  await book.close()
})
