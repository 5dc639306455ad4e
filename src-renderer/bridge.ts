import type { PosBridge, PosCommand, PosCommandPayload, PosResult } from '../src-shared/pos/commands.ts'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'

declare global {
  interface Window {
    /** Put there by the preload script; nothing else of Electron reaches this page. */
    readonly countertop: PosBridge
  }
}

type Calls = {
  readonly [Name in PosCommand]: (payload: PosCommandPayload<Name>) => Promise<PosResult<Name>>
}

const calls: Calls = {
  'snapshot.get': () => window.countertop.getSnapshot(),
  'sale.charge': (payload) => window.countertop.charge(payload),
  'sale.cancel': () => window.countertop.cancel(),
  'sale.skip_tip': () => window.countertop.skipTip(),
  'sale.retry': (payload) => window.countertop.retry(payload),
  'sale.decide': (payload) => window.countertop.decide(payload),
  'sale.sign': (payload) => window.countertop.sign(payload),
  'sale.print': () => window.countertop.print(),
  'sale.finish': () => window.countertop.finish(),
  'terminal.connect': (payload) => window.countertop.connectTerminal(payload),
  'terminal.show_virtual': () => window.countertop.showVirtualTerminal(),
  'settings.update': (payload) => window.countertop.updateSettings(payload),
  'staff.enter': (payload) => window.countertop.enterStaff(payload),
  'staff.choose_pin': (payload) => window.countertop.choosePin(payload),
  'staff.leave': () => window.countertop.leaveStaff(),
  'payments.search': (payload) => window.countertop.searchPayments(payload),
  'payments.open': (payload) => window.countertop.openPayment(payload),
  'payments.act': (payload) => window.countertop.actOnPayment(payload),
  'payments.print': (payload) => window.countertop.printPayment(payload),
  'payments.dismiss': (payload) => window.countertop.dismissAction(payload),
  'terminals.list': () => window.countertop.listTerminals(),
  'terminals.pair': (payload) => window.countertop.pairTerminal(payload),
  'terminals.stop_pairing': () => window.countertop.stopPairing(),
  'terminals.use': (payload) => window.countertop.useTerminal(payload),
  'terminals.try': (payload) => window.countertop.tryTerminal(payload),
  'terminals.stop_try': (payload) => window.countertop.stopTry(payload),
  'devices.carry': (payload) => window.countertop.carrySerialPort(payload),
  'terminals.add_virtual': (payload) => window.countertop.addVirtualTerminal(payload),
  'terminals.remove_virtual': (payload) => window.countertop.removeVirtualTerminal(payload),
}

/** Asks main for something. A broken channel is answered like any other refusal, so that no caller throws. */
export async function askMain<Name extends PosCommand>(
  name: Name,
  payload: PosCommandPayload<Name>,
): Promise<PosResult<Name>> {
  try {
    return await calls[name](payload)
  } catch (error) {
    return { ok: false, error: { code: 'failed', message: String(error) } }
  }
}

/** Hears every new snapshot. @returns the function that ends the subscription. */
export const onSnapshot = (listener: (snapshot: Snapshot) => void): (() => void) =>
  window.countertop.onSnapshot(listener)
