import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectAll } from '../src-shared/collect-all.ts'
import { inQuietSecond } from '../src-shared/quiet-second.ts'
import type { LastInput } from './staff/person-input.ts'

/** Nobody who pauses between two keys or two items pauses for so long. */
const handsOffMs = 5_000

/**
 * Gives back what the start left behind, once, in a second in which nobody uses the counter. V8 would do it by itself
 * only when memory runs out; it stands still for some 50 ms meanwhile.
 *
 * @param input of whoever types, taps or scans: that alone takes some 10 ms of a second, which would be a quiet one
 */
export const settleAfterStart = (isUnderWay: () => boolean, input: Pick<LastInput, 'isWithin'>): void =>
  inQuietSecond({
    cpu: () => process.cpuUsage(),
    isBusy: () => isUnderWay() || input.isWithin(handsOffMs),
    act: () => collectAll({ setFlagsFromString, runInNewContext }),
  })
