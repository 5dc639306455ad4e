import type { PosBridge } from '../src-shared/pos/bridge.ts'
import type { PosCommandName, PosCommandPayload, PosResult } from '../src-shared/pos/commands.ts'
import type { Snapshot } from '../src-shared/pos/snapshot.ts'

declare global {
  interface Window {
    /** Set by the preload script; this page reaches no other part of Electron. */
    readonly countertop: PosBridge
  }
}

/** Sends a command to main. A broken channel returns an ordinary refusal, so that no caller throws. */
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

/** Calls `listener` with every new snapshot. @returns a function that ends the subscription. */
export const onSnapshot = (listener: (snapshot: Snapshot) => void): (() => void) =>
  window.countertop.onSnapshot(listener)

/** Calls `listener` with every code from a scanner on a serial port. @returns a function that ends the subscription. */
export const onScan = (listener: (code: string) => void): (() => void) => window.countertop.onScan(listener)
