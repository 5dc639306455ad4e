import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import type { TerminalConnection } from './connection.ts'

/** The terminal that a counter charges on now: another one can be taken, also between two cards of a bill. */
export interface CounterTerminal extends TerminalConnection {
  /**
   * Gives the present one back and takes this one; null: the first that is found. What is asked for meanwhile waits for
   * the new one. Only while no command of a sale is under way.
   */
  use(hsn: string | null): Promise<void>
}

export interface CounterTerminalOptions {
  /** Connects to one. What it publishes counts only while it is the present one. */
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
        // What the one that is given back still reports is of nobody's terminal.
        number++
        onStatus(onItsWay(hsn))
        // A session that could not be given back runs out by itself, or somebody takes it over.
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

/** Until the terminal that was chosen answers. */
const onItsWay = (hsn: string | null): TerminalStatus =>
  hsn === null ? { kind: 'none' } : { kind: 'connecting', hsn, name: hsn }
