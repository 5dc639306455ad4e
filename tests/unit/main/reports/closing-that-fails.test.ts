import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { openReportService } from '../../../../src-main/reports/report-service.ts'
import { openSalesBook } from '../../../../src-main/sales/sales-book.ts'
import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'
import { must } from '../../../support/must.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { quietLog } from '../support/service.ts'
import { reportOptions, reportSources } from './report-options.ts'

let passed = 60_000
const now = () => {
  passed += 1_000
  return Date.parse(at) + passed
}

const steps = ['sell', 'close', 'close twice', 'disk fails', 'disk fails for good', 'restart'] as const
type Step = (typeof steps)[number]

async function openHarness() {
  const folder = await temporaryFolder('closing-that-fails')
  const file = await open(folder)
  const disk: Record<'datasync' | 'truncate', () => Promise<void>> = Object.getPrototypeOf(file)
  await file.close()
  const book = await openSalesBook(join(folder, 'bills'), now, quietLog)
  const sources = reportSources(folder, book)
  const openReports = () => openReportService({ ...reportOptions(folder), sources, now })
  let reports = await openReports()
  let sold = 0
  return {
    book,
    list: async () => must(Promise.resolve((await openReports()).list())),
    counted: async () => {
      const opened = await openReports()
      const listed = await must(Promise.resolve(opened.list()))
      const each = listed.map(({ number }) => must(Promise.resolve(opened.open({ number }))))
      return (await Promise.all(each)).flatMap(({ z }) => z.counted.bills)
    },
    sold: () => sold,
    async take(step: Step): Promise<void> {
      switch (step) {
        case 'sell': {
          sold += 1
          const id = `bill_${sold}`
          const bill: Bill = {
            ...{ id, number: `KT${1000 + sold}`, order: null, total: 500, currency: 'USD', note: '' },
            ...{ opened_at: at, tenders: [], status: 'open', tab: null, link: null },
          }
          return book.file(bill, at)
        }
        case 'close':
          await must(reports.close())
          return
        case 'close twice': {
          const closed = await Promise.all([must(reports.close()), must(reports.close())])
          expect(closed[1].number).toBe(closed[0].number + 1)
          return
        }
        case 'restart':
          reports = await openReports()
          return
        // The written bytes may not be on the disk, and at worst cannot be removed.
        case 'disk fails':
        case 'disk fails for good': {
          const fault = new Error('input/output error')
          const faults = [vi.spyOn(disk, 'datasync').mockRejectedValue(fault)]
          if (step === 'disk fails for good') faults.push(vi.spyOn(disk, 'truncate').mockRejectedValue(fault))
          try {
            await expect(reports.close()).rejects.toThrow('input/output error')
          } finally {
            for (const one of faults) one.mockRestore()
          }
        }
      }
    },
  }
}

test('however often the disk fails while a report is closed, no number is used twice and each sale counts once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 10 }), async (taken) => {
      const harness = await openHarness()
      try {
        for (const step of [...taken, 'sell', 'close'] as const) await harness.take(step)
        const listed = await harness.list()
        expect(listed.filter(({ damaged }) => damaged)).toEqual([])
        expect(listed.map(({ number }) => number)).toEqual(listed.map((_, index) => listed.length - index))
        const bills = Array.from({ length: harness.sold() }, (_, index) => `bill_${index + 1}`)
        expect((await harness.counted()).toSorted()).toEqual(bills.toSorted())
      } finally {
        await harness.book.close()
      }
    }),
    {
      numRuns: 30,
      examples: [[['disk fails for good', 'disk fails for good']], [['disk fails for good', 'restart']]],
    },
  )
})

test('a report that is on the disk is closed, even if closing its file fails', async () => {
  const folder = await temporaryFolder('closing-that-fails')
  const probe = await open(folder)
  const disk: { datasync: (this: FileHandle) => Promise<void> } = Object.getPrototypeOf(probe)
  await probe.close()
  const book = await openSalesBook(join(folder, 'bills'), now, quietLog)
  const reports = await openReportService({
    ...reportOptions(folder),
    ...{ sources: reportSources(folder, book), now },
  })
  const { datasync } = disk
  const written = vi.spyOn(disk, 'datasync').mockImplementation(async function (this: FileHandle) {
    await datasync.call(this)
    const { close } = this
    this.close = async () => {
      await close.call(this)
      throw new Error('input/output error')
    }
  })
  try {
    expect(await must(reports.close())).toMatchObject({ number: 1 })
  } finally {
    written.mockRestore()
  }
  expect(await must(reports.close())).toMatchObject({ number: 2 })
  expect((await must(Promise.resolve(reports.list()))).map(({ damaged }) => damaged)).toEqual([false, false])
  await book.close()
})
