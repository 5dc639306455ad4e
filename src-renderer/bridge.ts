import type { PosBridge } from '../src-shared/pos/bridge.ts'
import type { PosCommandName, PosCommandPayload, PosResult } from '../src-shared/pos/commands.ts'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'

declare global {
  interface Window {
    /** Put there by the preload script; nothing else of Electron reaches this page. */
    readonly countertop: PosBridge
  }
}

/** Asks main for something. A broken channel is answered like any other refusal, so that no caller throws. */
export async function askMain<Name extends PosCommandName>(
  name: Name,
  payload: PosCommandPayload<Name>,
): Promise<PosResult<Name>> {
  try {
    return await window.countertop.commands[name](payload)
  } catch (error) {
    return { ok: false, error: { code: 'failed', message: String(error) } }
  }
}

/** Calls back with every new snapshot. @returns the function that ends the subscription. */
export const onSnapshot = (listener: (snapshot: Snapshot) => void): (() => void) =>
  window.countertop.onSnapshot(listener)

/** Calls back with every code of a scanner on a serial port. @returns the function that ends the subscription. */
export const onScan = (listener: (code: string) => void): (() => void) => window.countertop.onScan(listener)
