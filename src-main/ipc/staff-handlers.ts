import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import type { StaffSession } from '../staff/staff-session.ts'
import type { PosHandlers } from './command-answerer.ts'

/** What is asked about who stands at the counter, and who works here. */
export const staffHandlers = (
  staff: StaffSession,
): Pick<PosHandlers, PosCommandName & `staff.${string}`> => ({
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
  'staff.hours': staff.hours,
  'staff.save_person': staff.savePerson,
  'staff.withhold_rights': staff.withholdRights,
  'staff.set_auto_lock': staff.setAutoLock,
  'staff.new_recovery_code': staff.newRecoveryCode,
  'staff.recover': staff.recover,
})
