import { serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { CurrentCounter } from '../current-counter.ts'
import { serviceRefusal } from '../service-refusal.ts'
import type { SnapshotPublisher } from '../snapshot/publisher.ts'
import type { ServiceAccess } from '../terminal/service-access.ts'
import type { PosHandlers } from './command-answerer.ts'

export interface CounterTerminalContext {
  readonly counters: Pick<CurrentCounter, 'present' | 'usual' | 'use'>
  /** Null while the service is not up. */
  readonly access: () => ServiceAccess | null
  /** The terminal named by the environment, which leaves no choice; null: none. */
  readonly namedTerminal: string | null
  readonly snapshot: SnapshotPublisher
}

/** A cashier's commands on the terminal: connect again, and charge on another one. */
export function counterTerminalHandlers(
  context: CounterTerminalContext,
): Pick<PosHandlers, 'terminal.connect' | 'terminal.choices' | 'terminal.switch'> {
  const { counters } = context
  return {
    'terminal.connect': async ({ force }) => {
      const counter = counters.present()
      if (counter === null) return err(serviceNotUp)
      const connected = await counter.terminal.connect(force)
      return connected.ok ? ok(null) : err(serviceRefusal(connected.error))
    },
    'terminal.choices': async () => {
      const access = context.access()
      if (access === null) return err(serviceNotUp)
      if (context.namedTerminal !== null) return ok([])
      const { terminalChoices } = await import('../terminal/terminal-choices.ts')
      const { terminal } = context.snapshot.present()
      const found = await terminalChoices(access, { terminal, usual: counters.usual() })
      return found.ok ? found : err(serviceRefusal(found.error))
    },
    'terminal.switch': async ({ hsn }) => {
      const { namedTerminal } = context
      if (namedTerminal !== null && namedTerminal !== hsn) {
        return err({ code: 'not_available', message: `the environment names ${namedTerminal}` })
      }
      const outcome = await counters.use(hsn, false)
      if (outcome === 'in_sale') return err({ code: 'not_now', message: 'a card is being charged' })
      return outcome === 'changed' ? ok(null) : err(serviceNotUp)
    },
  }
}
