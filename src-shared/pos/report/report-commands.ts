import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { BankFacts } from './bank-facts.ts'
import type { Report, ServiceCheck, ZReport, ZReportSummary } from './z-report.ts'

/** The subject of a report: everything since the last closed report, a business day, or a counted shift. */
export const reportPeriodSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({ kind: z.literal('day'), day: z.iso.date() }),
  z.strictObject({ kind: z.literal('shift'), closed_at: timestampSchema }),
])
export type ReportPeriod = z.infer<typeof reportPeriodSchema>

const whichSchema = z.union([
  z.strictObject({ period: reportPeriodSchema }),
  z.strictObject({ number: z.number().int().min(1) }),
])
export type WhichReport = z.infer<typeof whichSchema>

/** Today's totals on the manager's first page. In cents. */
export interface TodayTotals {
  readonly day: string
  readonly count: number
  readonly collected: number
  readonly tips: number
  readonly given_back: number
  /** The amount that must be in the drawer. */
  readonly in_drawer: number
}

/** One business day of the trend. In cents. */
export interface TrendDay {
  readonly day: string
  readonly count: number
  readonly collected: number
  readonly given_back: number
}

export const reportCommands = {
  /** Today's totals, from this counter's own files, without the service. */
  'reports.today': { right: 'see_reports', reply: reply<TodayTotals>(), polled: true },
  /** The figures of a period, from this counter's own files; `check` shows that the service was not asked yet. */
  'reports.view': {
    right: 'see_reports',
    payload: z.strictObject({ period: reportPeriodSchema }),
    reply: reply<Report>(),
  },
  /** Compares the same period with the service. */
  'reports.check': {
    right: 'see_reports',
    payload: z.strictObject({ period: reportPeriodSchema }),
    reply: reply<ServiceCheck>(),
  },
  /** Counted shifts, newest first. */
  'reports.shifts': {
    right: 'see_reports',
    reply: reply<readonly { readonly opened_at: string | null; readonly closed_at: string }[]>(),
  },
  /** Closes everything since the last report as the next one. Refused while a sale is open or cash is being moved. */
  'reports.close': { right: 'close_day', reply: reply<ZReport>() },
  'reports.list': { right: 'see_reports', reply: reply<readonly ZReportSummary[]>() },
  'reports.open': {
    right: 'see_reports',
    payload: z.strictObject({ number: z.number().int().min(1) }),
    audited: ['number'],
    reply: reply<{ readonly z: ZReport; readonly damaged: boolean }>(),
  },
  /** Prints it on the counter's printer, or saves a table of all figures, or double entry for the accounts. */
  'reports.save': {
    right: 'see_reports',
    payload: z.strictObject({ which: whichSchema, as: z.enum(['paper', 'table', 'ledger']) }),
    audited: ['as'],
    reply: reply<{ readonly saved: boolean }>(),
  },
  /** The service's disputes, payouts, fees and unmatched items. */
  'reports.bank': { right: 'see_reports', reply: reply<BankFacts>() },
  /** The last business days, newest last. */
  'reports.trend': {
    right: 'see_reports',
    payload: z.strictObject({ days: z.number().int().min(1).max(92) }),
    reply: reply<readonly TrendDay[]>(),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
