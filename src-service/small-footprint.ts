import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectAll } from '../src-shared/collect-all.ts'
import { inQuietSecond } from '../src-shared/quiet-second.ts'

/**
 * In the process beside the app (Electron gives it a `parentPort`) the space of young objects stays at its first size,
 * 1 MiB, instead of growing to eight times that at the start and keeping it. A service that serves a shop chain keeps
 * Node's own sizes, which suit a load. Imported before all else: the flag is read whenever the space would grow.
 *
 * There the service's thread collects young objects by itself, too: threads that help it took a twelfth of all the processor
 * time, and made it no faster.
 *
 * What runs once, at the start, is not compiled by V8's baseline compiler: it made 0.9 MB of the program's own text.
 */
const isBesideApp = 'parentPort' in process
if (isBesideApp) {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-sparkplug')
} else {
  setFlagsFromString('--no-parallel-scavenge')
}

/** The service has started: from now on what runs often is compiled, and what its start left behind is given back. */
export function settleAfterStart(): void {
  if (!isBesideApp) return
  setFlagsFromString('--sparkplug')
  inQuietSecond({
    cpu: () => process.cpuUsage(),
    isBusy: () => false,
    act: () => collectAll({ setFlagsFromString, runInNewContext }),
  })
}
