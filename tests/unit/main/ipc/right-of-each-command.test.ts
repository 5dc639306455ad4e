import { expect, test } from 'vitest'
import { z } from 'zod'
import { posCommandNames } from '../../../../src-shared/pos/command-names.ts'
import { commandRow, type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'
import type { Right } from '../../../../src-shared/pos/staff/rights.ts'

/**
 * The right of each command, listed a second time by hand: rights-enforced.test.ts tests every command with every role
 * by the rows of the contract, and would not detect a wrong row. When you add a command or change its right, change
 * this list as well.
 */
const commandsOf: Readonly<Partial<Record<Right | 'nobody signed in', string>>> = {
  'nobody signed in':
    'app.close app.reload snapshot.get staff.choose_pin staff.enter staff.leave staff.recover staff.sign_in terminal.show_virtual',
  sell: `bill.bring_back bill.cash_returned bill.charge bill.give_up_link bill.hold_order bill.keep_restored bill.leave bill.open bill.pay_otherwise bill.put_aside
    bill.take_cash catalogue.pictures catalogue.read customer.ask_phone customer.cards customer.choose customer.create
    customer.receipt customer.remove customer.save_card customer.search customer.stop_asking gift_cards.find gift_cards.history
    gift_cards.look_up gift_cards.pay
    gift_cards.print gift_cards.put_away gift_cards.stop order.change order.held parked.acknowledge
    parked.acknowledge_unreadable prints.again prints.drawer_seen prints.drop prints.incomplete_seen prints.not_queued_seen prints.receipt receipts.email receipts.print
    receipts.save sale.acknowledge_series sale.cancel sale.charge sale.customer_agrees sale.finish sale.print sale.retry sale.sign sale.skip_signature
    sale.skip_tip sale.waive_surcharge sales.open sales.recent tab.add tab.close tab.open tab.put_back_line
    tab.release tab.remove_line terminal.choices terminal.switch`,
  undo_sale: 'bill.undo parked.decide sale.decide',
  send_links: `bill.send_link bill.withdraw_link links.acknowledge links.acknowledge_unreadable links.hold_order links.send
    links.withdraw`,
  give_back: `returns.acknowledge returns.acknowledge_unreadable returns.begin returns.cancel returns.handed_back
    returns.in_cash returns.retry`,
  use_drawer: 'drawer.close_shift drawer.no_sale drawer.open_shift drawer.put_in drawer.take_out',
  set_up_counter: 'settings.update terminal.connect',
  own_record: 'staff.change_own_pin staff.clock staff.lock',
  approve: 'gift_cards.block',
  see_payments: `payments.acknowledge_unreadable payments.dismiss payments.export payments.notes payments.open payments.print
    payments.remove_search payments.save_search payments.saved_searches payments.search`,
  change_payments: 'parked.record payments.act payments.add_note',
  see_reports: `reports.bank reports.check reports.list reports.open reports.save reports.shifts reports.today reports.trend
    reports.view`,
  close_day: 'reports.close',
  edit_items: `catalogue.export catalogue.import catalogue.preview_import catalogue.remove_item catalogue.save_item
    catalogue.save_tax_rates`,
  set_up_shop: `settings.ask_above settings.cash settings.counter_name settings.customer_display settings.day
    settings.discounts settings.display_pictures settings.surcharge settings.tabs settings.tips`,
  see_hours: 'staff.export_hours staff.hours',
  correct_hours: 'staff.correct_hours',
  see_audit: 'audit.export audit.list audit.verify',
  manage_people: 'staff.new_recovery_code staff.save_person staff.set_auto_lock staff.withhold_rights',
  set_up_terminals: `backup.open backup.restore backup.save devices.carry health.detail health.network health.read health.save_bundle health.stop_network peripherals.list peripherals.set_up
    printers.choose printers.find printers.list printers.logo printers.of_system printers.open_drawer printers.remove printers.save printers.set_logo printers.stop_finding printers.test service.check
    service.connect service.place service.restart service.train service.unlock settings.apply_profile settings.computer settings.export_profile settings.preview_profile setup.mark setup.read setup.save_report
    terminals.add_virtual terminals.list terminals.pair terminals.release terminals.remove_virtual terminals.rename
    terminals.stop_pairing
    terminals.stop_try terminals.try terminals.use`,
}
const names = Object.keys(posCommands) as PosCommandName[]

test('every command needs the right listed here, and none is missing', () => {
  const found = names.map((name) => `${commandRow(name).right ?? 'nobody signed in'}: ${name}`)
  const expected = Object.entries(commandsOf).flatMap(([right, list]) =>
    list.split(/\s+/).map((name) => `${right}: ${name}`),
  )
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test('every command that a manager can approve is listed here', () => {
  expect(names.filter((name) => commandRow(name).orApproved === true).toSorted()).toEqual([
    'bill.undo',
    'gift_cards.block',
    'parked.decide',
    'parked.record',
    'sale.decide',
  ])
})

test('every command has a channel, and every channel a command', () => {
  expect([...posCommandNames].toSorted()).toEqual(names.toSorted())
})

test('every audited field belongs to its command’s payload and is not a secret', () => {
  for (const name of Object.keys(posCommands) as PosCommandName[]) {
    const { audited = [], payload } = commandRow(name)
    const fields = payload instanceof z.ZodObject ? Object.keys(payload.shape) : []
    for (const field of audited) expect(fields, name).toContain(field)
    expect(
      audited.filter((field) => /pin|secret|current|key|code/.test(field)),
      name,
    ).toEqual([])
  }
})
