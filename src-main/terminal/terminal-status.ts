import type { TerminalStatus } from '../../src-shared/pos/snapshot.ts'
import type { Log } from '../log.ts'

/** The terminal's condition as people see it. */
export interface StatusPublisher {
  present(): TerminalStatus
  /** Shows it, if it differs from what is shown. */
  publish(seen: TerminalStatus): void
}

/** For how long after the start a terminal may be on its way, ms. */
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
      // A terminal that is switched on together with the counter takes a moment to dial in; a virtual one, to be listed.
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

/** That it was taken from us stays shown for as long as they have it, and so does that it stopped what we had on it. */
function withTakeOver(next: TerminalStatus, before: TerminalStatus): TerminalStatus {
  if (next.kind !== 'in_use' || before.kind !== 'in_use') return next
  if (next.held_by?.name !== before.held_by?.name || before.taken === null) return next
  return { ...next, taken: { stopped: before.taken.stopped || next.taken?.stopped === true } }
}
