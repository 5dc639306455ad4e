import { refuse, serviceNotUp } from '../../src-shared/pos/refusals.ts'
import { err, ok } from '../../src-shared/result.ts'
import { serviceRefusal } from '../service-calls/service-refusal.ts'
import type { PosHandlers } from './command-answerer.ts'
import type { CommandContext } from './command-context.ts'

/** A cashier's commands on the terminal: connect again, and charge on another one. */
export function counterTerminalHandlers(
  context: Pick<CommandContext, 'counters' | 'access' | 'namedTerminal' | 'snapshot'>,
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
        return refuse('not_available', `the environment names ${namedTerminal}`)
      }
      const outcome = await counters.use(hsn, false)
      if (outcome === 'in_sale') return refuse('not_now', 'a card is being charged')
      return outcome === 'changed' ? ok(null) : err(serviceNotUp)
    },
  }
}
