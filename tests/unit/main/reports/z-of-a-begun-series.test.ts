import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Numbering } from '../../../../src-shared/pos/bill/bill.ts'
import { receiptText } from '../../../../src-shared/receipt/lines.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { hsn, pay } from '../support/manager.ts'
import { quietLog, startTestService, type TestService } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

const begun: Numbering = { series: 'LM', next: 1001, former: { series: 'KT', seen: false } }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.plug({ hsn })
})
afterAll(() => service.stop())

test('lost payments are reported as missing, also with numbers of the counter’s earlier series', async () => {
  const folder = await temporaryFolder('begun-series')
  const book = await openSalesBook(join(folder, 'bills'), Date.now, quietLog)
  let until = ''
  const reports = await openReportService({
    ...reportOptions(folder),
    sources: reportSources(folder, book),
    client: () => service.client,
    numbering: () => ({
      ...begun,
      had: [
        { series: 'HR', next: 1007, until },
        { series: 'KT', next: 1041, until },
      ],
    }),
    now: Date.now,
  })
  await reports.close()
  const sell = (number: string) => pay(service, 5_00, { order_details: { bill: { number, total: 5_00 } } })
  const lost = [await sell('KT1042'), await sell('HR1007')]
  await sell('NP1001')
  until = new Date(Date.now() + 1).toISOString()
  await new Promise((resolve) => setTimeout(resolve, 5))
  // Another counter continues the series, but a number that this counter gave remains its own.
  await sell('KT1043')
  lost.push(await sell('KT1040'))
  const z = await must(reports.close())
  expect(z.report.check).toMatchObject({ payments: { count: 5 }, elsewhere: { count: 2 } })
  const missing = z.report.check.kind === 'checked' ? z.report.check.differences : []
  expect(missing.map(({ kind, intent_id }) => [kind, intent_id]).sort()).toEqual(
    lost.map(({ payment_intent_id }) => ['not_in_book', payment_intent_id]).sort(),
  )
  await book.close()
})

test('the number of a Z report has the series letters if another book may have a report of that number', async () => {
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
