import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inQuietSecond } from '../src-shared/quiet-second.ts'

/**
 * Gives back what the start left behind, once, in a second in which nobody uses the counter. V8 would do it by itself
 * only when memory runs out; it stands still for some 50 ms meanwhile.
 *
 * @param isBusy a sale is under way; whoever touches the counter takes the processor, so that the second is not quiet
 */
export const settleAfterStart = (isBusy: () => boolean): void =>
  inQuietSecond({
    cpu: () => process.cpuUsage(),
    isBusy,
    act: collectAll,
  })

function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect: ((options: object) => void) | undefined = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  // A V8 without that flag gives nothing back, which is no reason to stop.
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
