import { setTimeout as delay } from 'node:timers/promises'
import { assertNever } from '../../../src-shared/result.ts'
import type { Fault } from './plan.ts'
import type { CounterHarness, SalesHarness } from './sales-harness.ts'

/** Long enough for prompts and sessions to time out, in s. */
const jumpSeconds = 700
const refuseMs = 1_500
const loseMs = 400
const slowMs = 700
const slowForMs = 3_000
/** A killed program stays away for this long, in ms. */
const awayMs = 300

/** Makes a fault happen. @param chargeAgain charges the same sale again, as a cashier who taps twice. */
export async function inflict(
  harness: SalesHarness,
  counter: CounterHarness,
  fault: Fault,
  chargeAgain: () => void,
): Promise<void> {
  const { pos, terminal, posLine, terminalLine } = counter
  switch (fault) {
    case 'kill_pos':
      await pos.kill()
      await delay(awayMs)
      pos.start()
      return
    case 'kill_service':
      return harness.killService()
    case 'kill_terminal':
      await terminal.kill()
      await delay(awayMs)
      terminal.start()
      return
    case 'cut_pos_line':
      posLine.cut()
      return
    case 'cut_terminal_line':
      terminalLine.cut()
      return
    case 'refuse_pos':
      posLine.refuse(refuseMs)
      return
    case 'refuse_terminal':
      terminalLine.refuse(refuseMs)
      return
    case 'lose_answers':
      posLine.loseAnswers(loseMs)
      return
    case 'slow_pos_line':
    case 'slow_terminal_line': {
      const line = fault === 'slow_pos_line' ? posLine : terminalLine
      line.delay(slowMs)
      await delay(slowForMs)
      line.delay(0)
      return
    }
    case 'force_by_another':
      return forceByAnother(harness, counter)
    case 'advance_clock':
      return harness.advanceClock(jumpSeconds)
    case 'cancel':
      pos.send({ kind: 'dispatch', event: { kind: 'cancel' } })
      return
    case 'double_charge':
      chargeAgain()
      return
    default:
      return assertNever(fault)
  }
}

/** Another counter takes over the terminal, and releases it a little later. */
async function forceByAnother(harness: SalesHarness, { hsn }: CounterHarness): Promise<void> {
  const { client } = harness.service()
  const taken = await client.call('terminals.connect', { body: { hsn, force: 'true' } })
  if (!taken.ok) return
  await delay(awayMs)
  await client.call('terminals.disconnect', { body: { hsn }, sessionKey: taken.value.session_key })
}
