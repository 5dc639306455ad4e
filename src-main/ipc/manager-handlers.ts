import type { PosCommandName } from '../../src-shared/pos/commands.ts'
import { ok } from '../../src-shared/result.ts'
import type { StaffAreas } from '../staff/staff-areas.ts'
import { asking } from './asking.ts'
import type { PosHandlers } from './command-answerer.ts'

type ManagerHandlers = Pick<PosHandlers, PosCommandName & `payments.${string}`>

/** The commands of the manager's page. The caller has checked that a manager is signed in. */
export function managerHandlers(
  { manager }: Pick<StaffAreas, 'manager'>,
  chooseFile: (name: string) => Promise<string | null>,
): ManagerHandlers {
  const ask = asking(() => manager.service())
  return {
    'payments.search': ask((service, payload) => service.search(payload)),
    'payments.export': ask(async (service, payload) => {
      const path = await chooseFile('payments.csv')
      return path === null ? ok({ count: null }) : service.export(payload, path)
    }),
    'payments.open': ask((service, payload) => service.open(payload)),
    'payments.act': ask((service, payload) => service.act(payload)),
    'payments.print': ask((service, payload) => service.print(payload)),
    'payments.notes': ask((service, payload) => service.notes(payload)),
    'payments.add_note': ask((service, payload) => service.addNote(payload)),
    'payments.saved_searches': ask((service) => service.searches.list()),
    'payments.save_search': ask((service, payload) => service.searches.save(payload)),
    'payments.remove_search': ask((service, payload) => service.searches.remove(payload)),
    'payments.acknowledge_unreadable': ask((service) => service.acknowledgeUnreadable()),
    'payments.dismiss': ask((service, payload) => service.dismiss(payload)),
  }
}
