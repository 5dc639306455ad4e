/**
 * IPC channel names, derived so that preload and main cannot drift apart. Apart from the commands' schemas, so that
 * neither the preload, which every window loads first, nor main's first steps carry a schema library.
 */
export const posCommandNames = [
  'snapshot.get',
  'sale.charge',
  'sale.cancel',
  'sale.skip_tip',
  'sale.retry',
  'sale.decide',
  'sale.sign',
  'sale.print',
  'sale.finish',
  'terminal.connect',
  'terminal.show_virtual',
  'settings.update',
  'staff.enter',
  'staff.choose_pin',
  'staff.leave',
  'payments.search',
  'payments.open',
  'payments.act',
  'payments.print',
  'payments.dismiss',
  'terminals.list',
  'terminals.pair',
  'terminals.stop_pairing',
  'terminals.use',
  'terminals.try',
  'terminals.stop_try',
  'terminals.add_virtual',
  'terminals.remove_virtual',
  'devices.carry',
] as const
export type PosCommandName = (typeof posCommandNames)[number]

export const channelOf = <Command extends PosCommandName>(command: Command) => `pos:${command}` as const
export const snapshotChannel = 'pos:snapshot'
