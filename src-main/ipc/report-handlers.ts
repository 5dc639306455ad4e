import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

type ReportHandlers = Pick<PosHandlers, PosCommandName & `reports.${string}`>

/** The commands on the counter's reports, once the counter's account is known. */
export function reportHandlers({ counter }: Pick<CommandContext, 'counter'>): ReportHandlers {
  const ask = asking(() => counter()?.reports() ?? null)
  return {
    'reports.today': ask((reports) => reports.today()),
    'reports.view': ask((reports, payload) => reports.view(payload)),
    'reports.check': ask((reports, payload) => reports.check(payload)),
    'reports.shifts': ask((reports) => reports.shifts()),
    'reports.close': ask((reports) => reports.close()),
    'reports.list': ask((reports) => reports.list()),
    'reports.open': ask((reports, payload) => reports.open(payload)),
    'reports.save': ask((reports, payload) => reports.save(payload)),
    'reports.bank': ask((reports) => reports.bank()),
    'reports.trend': ask((reports, payload) => reports.trend(payload)),
  }
}
