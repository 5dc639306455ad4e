import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import type { TerminalConnection } from './connection.ts'

/** The terminal that a counter charges on now. It can be exchanged for another, also between two cards of a bill. */
export interface CounterTerminal extends TerminalConnection {
  /**
   * Gives the present terminal back and connects to this one; null: the first that is found. Commands requested
   * meanwhile wait for the new one. Call only while no command of a sale is under way.
   */
  use(hsn: string | null): Promise<void>
}

export interface CounterTerminalOptions {
  /** Connects to a terminal. Its status is published only while `isPresent` is true. */
  readonly open: (hsn: string | null, isPresent: () => boolean) => TerminalConnection
  readonly first: string | null
  readonly onStatus: (status: TerminalStatus) => void
}

export function createCounterTerminal({ open, first, onStatus }: CounterTerminalOptions): CounterTerminal {
  let number = 0
  const connect = (hsn: string | null): TerminalConnection => {
    const mine = number
    return open(hsn, () => mine === number)
  }
  let present = connect(first)
  /** Resolves when the latest change is done. */
  let changed: Promise<void> = Promise.resolve()

  return {
    async run(name, body, options) {
      await changed
      return present.run(name, body, options)
    },
    async connect(force) {
      await changed
      return present.connect(force)
    },
    use(hsn) {
      changed = changed.then(async () => {
        // A status that the former terminal still reports is ignored.
        number++
        onStatus(onItsWay(hsn))
        // A session that could not be given back expires, or another POS takes it over.
        await present.stop().catch(() => undefined)
        present = connect(hsn)
      })
      return changed
    },
    async stop() {
      await changed
      await present.stop()
    },
    cancel: () => present.cancel(),
    ping: () => present.ping(),
    isIdle: (hsn) => present.isIdle(hsn),
    hasSignaturePad: () => present.hasSignaturePad(),
    hasScreen: () => present.hasScreen(),
    reportsSteps: () => present.reportsSteps(),
    refresh: () => present.refresh(),
    checkNow: () => present.checkNow(),
  }
}

/** Shown until the chosen terminal answers. */
const onItsWay = (hsn: string | null): TerminalStatus =>
  hsn === null ? { kind: 'none' } : { kind: 'connecting', hsn, name: hsn }
