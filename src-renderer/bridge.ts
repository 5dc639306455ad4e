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
