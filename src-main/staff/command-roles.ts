import type { PosCommand } from '../../src-shared/pos/commands.ts'
import type { StaffRole } from '../../src-shared/pos/staff.ts'

/** Which role a command needs; null: anybody at the counter. A new command does not compile without its line. */
export const commandRoles: { readonly [Name in PosCommand]: StaffRole | null } = {
  'snapshot.get': null,
  'sale.charge': null,
  'sale.cancel': null,
  'sale.skip_tip': null,
  'sale.retry': null,
  'sale.decide': null,
  'sale.sign': null,
  'sale.print': null,
  'sale.finish': null,
  'terminal.connect': null,
  'terminal.show_virtual': null,
  'settings.update': null,
  'staff.enter': null,
  'staff.choose_pin': null,
  'staff.leave': null,
  'payments.search': 'manager',
  'payments.open': 'manager',
  'payments.act': 'manager',
  'payments.print': 'manager',
  'payments.dismiss': 'manager',
  'terminals.list': 'installer',
  'terminals.pair': 'installer',
  'terminals.stop_pairing': 'installer',
  'terminals.use': 'installer',
  'terminals.try': 'installer',
  'terminals.stop_try': 'installer',
  'terminals.add_virtual': 'installer',
  'terminals.remove_virtual': 'installer',
  'devices.carry': 'installer',
}

/** Asked by the page itself, again and again: no sign that somebody is there, and nothing that anybody did. */
export const isAskedByItself = (name: PosCommand): boolean => name === 'terminals.list'
