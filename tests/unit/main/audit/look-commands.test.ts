import { expect, test } from 'vitest'
import { isBegunInAudit, lookCommands } from '../../../../src-main/audit/look-commands.ts'
import { isAudited } from '../../../../src-main/ipc/command-answerer.ts'
import { type PosCommandName, posCommands } from '../../../../src-shared/pos/commands.ts'

/**
 * Commands that change or move something, by their first word. Each new audited command belongs here or to the look
 * commands.
 */
const changing = {
  sale: 'decide',
  bill: 'undo leave give_up_link',
  returns: 'begin retry in_cash handed_back cancel',
  gift_cards: 'block',
  drawer: 'open_shift no_sale take_out put_in close_shift',
  parked: 'decide record',
  catalogue: 'save_item remove_item save_tax_rates import',
  terminal: 'switch',
  settings:
    'update tips counter_name ask_above cash day tabs customer_display display_pictures surcharge discounts computer apply_profile',
  staff:
    'choose_pin change_own_pin clock correct_hours save_person withhold_rights set_auto_lock new_recovery_code recover',
  reports: 'close',
  payments: 'act acknowledge_unreadable dismiss add_note save_search remove_search',
  terminals: 'pair rename release stop_pairing use try stop_try add_virtual remove_virtual',
  devices: 'carry',
  printers: 'find save remove set_logo choose test open_drawer',
  peripherals: 'set_up',
  service: 'check connect unlock train restart',
  health: 'detail',
  backup: 'restore',
  setup: 'mark',
}
const changes = Object.entries(changing).flatMap(([area, names]) =>
  names.split(' ').map((name) => `${area}.${name}`),
)
const audited = (Object.keys(posCommands) as PosCommandName[]).filter(isAudited)

test('each audited command is listed as a change or as a look', () => {
  expect(audited.filter(isBegunInAudit).toSorted()).toEqual(changes.toSorted())
})

test('every look command is audited, and commands that neither change nor show anything are not looks', () => {
  expect([...lookCommands].filter((name) => !isAudited(name as PosCommandName))).toEqual([])
  expect(audited.filter((name) => !isBegunInAudit(name) && !lookCommands.has(name)).toSorted()).toEqual([
    ...['payments.print', 'staff.enter', 'staff.leave', 'staff.lock', 'staff.sign_in'],
  ])
})
