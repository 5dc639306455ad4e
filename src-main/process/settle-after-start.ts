import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectAll } from '../../src-shared/collect-all.ts'
import { inQuietSecond } from '../../src-shared/quiet-second.ts'
import type { LastInput } from '../staff/person-input.ts'

/** Longer than any pause of a person between two keys or two items, in ms. */
const handsOffMs = 5_000

/**
 * Frees the memory left over from the start, once, in a second in which the counter is not used. V8 would do it by
 * itself only when memory runs out; collection blocks the process for some 50 ms.
 *
 * @param input typing, tapping or scanning: it takes only some 10 ms of a second, so that second would count as quiet
 */
export const settleAfterStart = (isUnderWay: () => boolean, input: Pick<LastInput, 'isWithin'>): void =>
  inQuietSecond({
    cpu: () => process.cpuUsage(),
    isBusy: () => isUnderWay() || input.isWithin(handsOffMs),
    act: () => collectAll({ setFlagsFromString, runInNewContext }),
  })
