import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { type CommandRow, reply } from '../command-row.ts'
import type { BankFacts } from './bank-facts.ts'
import type { Report, ServiceCheck, ZReport, ZReportSummary } from './z-report.ts'

/** What a report can be of: everything since the last one was closed, a business day, or a shift that was counted. */
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

/** What the manager's first page shows of today. Cents. */
export interface TodayTotals {
  readonly day: string
  readonly count: number
  readonly collected: number
  readonly tips: number
  readonly given_back: number
  /** What must be in the drawer. */
  readonly in_drawer: number
}

/** One business day of the trend. Cents. */
export interface TrendDay {
  readonly day: string
  readonly count: number
  readonly collected: number
  readonly given_back: number
}

export const reportCommands = {
  /** Today's totals, by this counter's own files: without the service. */
  'reports.today': { right: 'see_reports', reply: reply<TodayTotals>(), polled: true },
  /** The figures of a period by this counter's own files; `check` says that nobody has asked the service yet. */
  'reports.view': {
    right: 'see_reports',
    payload: z.strictObject({ period: reportPeriodSchema }),
    reply: reply<Report>(),
  },
  /** Holds the same period against the service. */
  'reports.check': {
    right: 'see_reports',
    payload: z.strictObject({ period: reportPeriodSchema }),
    reply: reply<ServiceCheck>(),
  },
  /** Shifts that were counted, the newest first. */
  'reports.shifts': {
    right: 'see_reports',
    reply: reply<readonly { readonly opened_at: string | null; readonly closed_at: string }[]>(),
  },
  /** Closes everything since the last report as the next one. Refused while a sale is open or cash is on its way. */
  'reports.close': { right: 'close_day', reply: reply<ZReport>() },
  'reports.list': { right: 'see_reports', reply: reply<readonly ZReportSummary[]>() },
  'reports.open': {
    right: 'see_reports',
    payload: z.strictObject({ number: z.number().int().min(1) }),
    audited: ['number'],
    reply: reply<{ readonly z: ZReport; readonly damaged: boolean }>(),
  },
  /** On the counter's printer, as a table of all figures, or as double entry for the accounts. */
  'reports.save': {
    right: 'see_reports',
    payload: z.strictObject({ which: whichSchema, as: z.enum(['paper', 'table', 'ledger']) }),
    audited: ['as'],
    reply: reply<{ readonly saved: boolean }>(),
  },
  /** Disputes, payouts, fees and what has no partner, as the service has them. */
  'reports.bank': { right: 'see_reports', reply: reply<BankFacts>() },
  /** The last business days, the newest last. */
  'reports.trend': {
    right: 'see_reports',
    payload: z.strictObject({ days: z.number().int().min(1).max(92) }),
    reply: reply<readonly TrendDay[]>(),
  },
} as const satisfies Readonly<Record<string, CommandRow>>
