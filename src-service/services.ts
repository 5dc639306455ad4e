import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { OperationName } from '../src-shared/api/operations.ts'
import type { IdSource } from '../src-shared/ids.ts'
import type { AccountDirectory } from './accounts/directory.ts'
import type { AdjustableClock } from './clock.ts'
import type { HandlersOf } from './http/handler.ts'
import type { InFlight } from './in-flight.ts'
import type { Log } from './log.ts'
import type { Processor } from './processor/processor.ts'
import type { Store } from './store/store.ts'
import type { Vault } from './vault/vault.ts'

/** What every module of the service may use. Made once, by app.ts. */
export interface Services {
  readonly store: Store
  readonly accounts: AccountDirectory
  /** Adjustable so that a sandbox can advance it; elsewhere nobody does. */
  readonly clock: AdjustableClock
  readonly newId: IdSource
  readonly processor: Processor
  readonly vault: Vault
  /** Payments that this process is talking to the processor about: the repair job leaves those alone. */
  readonly inFlight: InFlight
  /** A sandbox: no real money moves, and every receipt says so. */
  readonly training?: boolean
  readonly log: Log
}

/** Takes over a raw connection, such as the WebSocket of `/terminals/link`. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * What a folder of the service contributes. app.ts spreads the handlers of all modules into one record, starts
 * the modules before the first request is taken, and stops them in reverse order after the last.
 */
export interface ServiceModule<Names extends OperationName> {
  readonly handlers: HandlersOf<Names>
  /** By path, such as `/terminals/link`. */
  readonly upgrades?: Readonly<Record<string, UpgradeHandler>>
  start?(): Promise<void>
  /**
   * The stop begins: ends what would go on by itself (prompts, links), while requests that are near their end still
   * finish. Open links would keep the server from closing.
   */
  quiesce?(): Promise<void>
  stop?(): Promise<void>
}
