import { join } from 'node:path'
import type { ReportOptions } from '../../../../src-main/reports/report-service.ts'
import { emptyShift } from '../../../../src-shared/pos/cash/shift.ts'
import { quietLog } from '../support/service.ts'

/** Options of an idle counter in Los Angeles without a service, with its files in `folder`. */
export const reportOptions = (folder: string) =>
  ({
    zReports: join(folder, 'z-reports.jsonl'),
    client: () => null,
    settings: () => ({ time_zone: 'America/Los_Angeles', day_ends_at: 0, paper: 80 }),
    currency: () => 'USD',
    shift: () => emptyShift,
    isMoving: () => false,
    isFiling: () => false,
    openBills: () => [],
    numbering: () => ({ series: 'KT', next: 1002 }),
    compareNumbers: async () => undefined,
    person: () => null,
    shop: () => ({ merchant: '', training: false, language: 'en' }),
    printer: { print: async () => true },
    saveFile: async () => true,
    log: quietLog,
  }) as const satisfies Partial<ReportOptions>

/** Sources without returns, and without names of people. */
export const reportSources = (folder: string, book: ReportOptions['sources']['book']) => ({
  ...{ book, returned: () => [], damagedReturns: [], drawer: join(folder, 'drawer.jsonl') },
  categories: async () => new Map<string, string>(),
  nameOf: () => null,
})
