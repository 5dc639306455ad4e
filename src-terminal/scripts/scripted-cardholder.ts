import type { DeviceCapabilities } from '../../src-shared/api/schemas/terminal.ts'
import { fullCapabilities } from '../device/capabilities.ts'
import type { Cardholder } from '../device/cardholder.ts'
import type { DeviceClock } from '../device/device-clock.ts'
import { type DeviceCondition, soundCondition } from '../device/device-condition.ts'
import { type ClockError, rightClock } from '../device/internal-clock.ts'
import type { Behaviour } from './behaviour.ts'
import type { Script } from './script.ts'
import { scripts } from './scripts.ts'

const scriptOf = ({ script }: Behaviour): Script => scripts[script ?? 'approve']

/**
 * A customer who follows a script.
 *
 * @param behaviour the script, and deviations from it.
 */
export function createScriptedCardholder(behaviour: Behaviour, clock: DeviceClock): Cardholder {
  const script = scriptOf(behaviour)
  const { card, entry, tip, pin } = behaviour
  const customer = {
    ...script.customer,
    ...(card === undefined ? {} : { card }),
    ...(entry === undefined ? {} : { entry }),
    ...(tip === undefined ? {} : { tip }),
    ...(pin === undefined ? {} : { pin }),
  }
  const stepMs = behaviour.think_ms ?? script.thinkMs ?? 0
  let stopThinking = () => {}
  return {
    see(screen, act) {
      stopThinking()
      const answer = script.answer(screen, customer)
      if (answer === null) return
      // A network failure must not be delayed: the service might answer before the next timer.
      if (answer.kind === 'lose_network') queueMicrotask(() => act(answer))
      else stopThinking = clock.after(stepMs, () => act(answer))
    },
  }
}

/** The hardware of a terminal with this script. */
export const capabilitiesFor = (behaviour: Behaviour): DeviceCapabilities => ({
  ...fullCapabilities,
  ...scriptOf(behaviour).hardware,
})

/** The faults of a terminal with this script. */
export function conditionFor(behaviour: Behaviour): DeviceCondition {
  const condition = { ...soundCondition, ...scriptOf(behaviour).condition }
  return {
    ...condition,
    latencyMs: behaviour.latency_ms ?? condition.latencyMs,
    answerDelayMs: behaviour.answer_delay_ms ?? condition.answerDelayMs,
  }
}

/** The clock error of a terminal with this script. */
export function clockErrorFor(behaviour: Behaviour): ClockError {
  const error = scriptOf(behaviour).clockError ?? rightClock
  return {
    offsetMs: behaviour.clock_offset_ms ?? error.offsetMs,
    driftMsPerHour: behaviour.clock_drift_ms_per_hour ?? error.driftMsPerHour,
  }
}
