import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import type { Log } from '../log.ts'

/** The terminal's status as shown to people. */
export interface StatusPublisher {
  present(): TerminalStatus
  /** Shows the status, if it differs from the shown one. */
  publish(seen: TerminalStatus): void
}

/** How long after the start a terminal that is away is shown as connecting, in ms. */
const dialInMs = 10_000

export function createTerminalStatus(options: {
  readonly now: () => number
  readonly onStatus: (status: TerminalStatus) => void
  readonly log: Log
}): StatusPublisher {
  const startedAt = options.now()
  let status: TerminalStatus = { kind: 'none' }
  let wasConnected = false
  return {
    present: () => status,
    publish(seen) {
      wasConnected ||= seen.kind === 'connected'
      // A terminal that is switched on together with the counter takes a moment to connect; a virtual one, to be
      // listed.
      const isAway = seen.kind === 'offline' || seen.kind === 'not_owned'
      const dialling = isAway && !wasConnected && options.now() - startedAt < dialInMs
      const next = withTakeOver(dialling ? { ...seen, kind: 'connecting' } : seen, status)
      if (JSON.stringify(next) === JSON.stringify(status)) return
      status = next
      options.log.info({ status: next.kind }, 'terminal.status')
      options.onStatus(next)
    },
  }
}

/** Keeps showing a take-over, and whether it stopped our command, while the same POS holds the terminal. */
function withTakeOver(next: TerminalStatus, before: TerminalStatus): TerminalStatus {
  if (next.kind !== 'in_use' || before.kind !== 'in_use') return next
  if (next.held_by?.name !== before.held_by?.name || before.taken === null) return next
  return { ...next, taken: { stopped: before.taken.stopped || next.taken?.stopped === true } }
}
