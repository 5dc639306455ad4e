import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { OperationName } from '../src-shared/api/operations.ts'
import type { IdSource } from '../src-shared/ids.ts'
import type { AccountDirectory } from './accounts/directory.ts'
import type { HandlersOf } from './http/handler.ts'
import type { InFlight } from './idempotency/in-flight.ts'
import type { Log } from './log.ts'
import type { Processor } from './processor/processor.ts'
import type { Store } from './store/store.ts'
import type { AdjustableClock } from './time/clock.ts'
import type { Vault } from './vault/vault.ts'

/** The services that every module may use. Made once, by app.ts. */
export interface Services {
  readonly store: Store
  readonly accounts: AccountDirectory
  /** Adjustable so that a sandbox can advance it; not used otherwise. */
  readonly clock: AdjustableClock
  readonly newId: IdSource
  readonly processor: Processor
  readonly vault: Vault
  /**
   * Payments about which this process is asking the processor, which the repair job skips; and unbound idempotency
   * keys.
   */
  readonly inFlight: InFlight
  /** Whether this is a sandbox: no real money moves, and every receipt states that. */
  readonly training?: boolean
  readonly log: Log
}

/** What a use case needs that finds a document of the caller's account. */
export type ReadingServices = Pick<Services, 'store' | 'accounts'>

/** Handles a raw connection, such as the WebSocket of `/terminals/link`. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * A module of the service, in its own folder. app.ts combines the handlers of all modules into one record, starts the
 * modules before the first request, and stops them in reverse order after the last.
 */
export interface ServiceModule<Names extends OperationName> {
  readonly handlers: HandlersOf<Names>
  /** By path, such as `/terminals/link`. */
  readonly upgrades?: Readonly<Record<string, UpgradeHandler>>
  start?(): Promise<void>
  /**
   * Called when a stop begins: ends activities that would continue by themselves (prompts, links), while requests that
   * are nearly done still finish. Open links would keep the server from closing.
   */
  quiesce?(): Promise<void>
  stop?(): Promise<void>
}
