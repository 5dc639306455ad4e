import type { PosCommandName, PosCommandPayload, PosResult } from './commands.ts'
import type { Snapshot } from './snapshot.ts'

/** The API that preload exposes as `window.countertop`: a function for each command, and the snapshots. */
export interface PosBridge {
  readonly commands: {
    readonly [Name in PosCommandName]: (payload: PosCommandPayload<Name>) => Promise<PosResult<Name>>
  }
  /** @returns the function that ends the subscription. */
  readonly onSnapshot: (listener: (snapshot: Snapshot) => void) => () => void
  /** Codes from a scanner on a serial port. @returns the function that ends the subscription. */
  readonly onScan: (listener: (code: string) => void) => () => void
}

export const channelOf = (command: PosCommandName): string => `pos:${command}`
export const snapshotChannel = 'pos:snapshot'
export const scanChannel = 'pos:scan'
