import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import type { Behaviour } from '../behaviour.ts'
import { fullCapabilities } from '../capabilities.ts'
import type { DeviceClock } from '../device-clock.ts'
import type { Human } from '../human.ts'
import { scripts } from './scripts.ts'

/**
 * A customer who acts a script.
 *
 * @param behaviour which script, and what to do otherwise than it says.
 * @param thinkMs how long they take for each step, ms.
 */
export function createScriptedHuman(behaviour: Behaviour, clock: DeviceClock, thinkMs = 0): Human {
  const script = scripts[behaviour.script ?? 'approve']
  const customer = {
    card: behaviour.card ?? script.customer.card,
    entry: behaviour.entry ?? script.customer.entry,
    tip: behaviour.tip ?? script.customer.tip,
  }
  let stopThinking = () => {}
  return {
    see(screen, act) {
      stopThinking()
      const answer = script.answer(screen, customer)
      if (answer !== null) stopThinking = clock.after(thinkMs, () => act(answer))
    },
  }
}

/** The hardware of a terminal that acts this script. */
export const capabilitiesFor = ({ script }: Behaviour): DeviceCapabilities => ({
  ...fullCapabilities,
  ...scripts[script ?? 'approve'].hardware,
})
