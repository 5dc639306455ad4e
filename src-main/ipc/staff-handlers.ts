import type { PosCommandName, PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { refuse } from '../../src-shared/pos/refusals.ts'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import type { WorkedWeek } from '../../src-shared/pos/staff/worked-week.ts'
import { ok } from '../../src-shared/result.ts'
import { outcomeOf } from '../audit/audit-entry.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { PosHandlers } from './command-answerer.ts'

interface StaffHandlerOptions {
  readonly staff: StaffSession
  readonly audit: Pick<AuditTrail, 'add'>
  readonly settings: () => Pick<Settings, 'time_zone' | 'day_ends_at'>
  readonly saveFile: (name: string, text: string) => Promise<boolean>
}

/** The commands on the signed-in person and on the people who work here. */
export const staffHandlers = (
  options: StaffHandlerOptions,
): Pick<PosHandlers, PosCommandName & `staff.${string}`> => {
  const { staff } = options
  return {
    'staff.enter': staff.enter,
    'staff.choose_pin': staff.choosePin,
    'staff.leave': () => {
      staff.leave()
      return ok(null)
    },
    'staff.sign_in': staff.signIn,
    'staff.lock': staff.lock,
    'staff.change_own_pin': staff.changeOwnPin,
    'staff.clock': staff.clock,
    'staff.hours': async ({ day }) => ok(await weekOf(options, day)),
    'staff.export_hours': async ({ day }) => {
      const week = await weekOf(options, day)
      const { hoursTable } = await import('../staff/hours-table.ts')
      const table = hoursTable(week, options.settings().time_zone)
      return ok({ saved: await options.saveFile(`hours-${week.days[0] ?? day}.csv`, table) })
    },
    'staff.correct_hours': (asked) => correctHours(options, asked),
    'staff.save_person': staff.savePerson,
    'staff.withhold_rights': staff.withholdRights,
    'staff.set_auto_lock': staff.setAutoLock,
    'staff.new_recovery_code': staff.newRecoveryCode,
    'staff.recover': staff.recover,
  }
}

async function weekOf({ staff, settings }: StaffHandlerOptions, day: string | null): Promise<WorkedWeek> {
  const [{ workedWeek }, known] = await Promise.all([
    import('../../src-shared/pos/staff/worked-week.ts'),
    staff.hours(),
  ])
  const { time_zone, day_ends_at } = settings()
  return workedWeek(day, {
    ...known,
    clock: { timeZone: time_zone, dayEndsAt: day_ends_at },
    now: Date.now(),
  })
}

/** The audit names the person whose hours they are, and the entry before. */
async function correctHours(
  { staff, audit }: StaffHandlerOptions,
  asked: PosCommandPayload<'staff.correct_hours'>,
) {
  const { standingEntries } = await import('../../src-shared/pos/staff/worked-shifts.ts')
  const { ledger, people } = await staff.hours()
  const whose = people.find(({ id }) => id === asked.person_id)
  const before = standingEntries(ledger).find(({ id }) => id === asked.replaces)?.at
  const person_id = staff.personId()
  const { role } = staff.status()
  const corrected =
    whose === undefined
      ? refuse('not_found', `there is no person ${asked.person_id}`)
      : await staff.correctHours(asked)
  const { kind, clocked_at, reason } = asked
  const about = { name: whose?.name ?? asked.person_id, kind, clocked_at, reason }
  audit.add({
    ...{ role, person_id, command: 'staff.correct_hours' },
    about: before === undefined ? about : { ...about, before },
    outcome: outcomeOf(corrected),
  })
  return corrected
}
