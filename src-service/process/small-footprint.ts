import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { collectAll } from '../../src-shared/collect-all.ts'
import { inQuietSecond } from '../../src-shared/quiet-second.ts'

/**
 * V8 settings for a small memory footprint. In the app's service process (Electron gives it a `parentPort`) the space
 * of young objects stays at its initial size, 1 MiB, instead of growing to eight times that at the start and staying
 * there. A service for a shop chain keeps Node's own sizes, which suit its load. Imported before all else: the flag is
 * read whenever the space would grow.
 *
 * A service that stands alone collects young objects without helper threads, which took a twelfth of all processor
 * time without making it faster. It also creates every object among the young ones: V8 would create those of busy places
 * among the old, where even a dead one keeps alive what it refers to (docs/performance/service.md, What V8 makes slow).
 *
 * In the app's process, code that runs once at the start is not compiled by V8's baseline compiler, which would
 * produce 0.9 MB of machine code.
 */
const isBesideApp = 'parentPort' in process
if (isBesideApp) {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--no-sparkplug')
} else {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--no-allocation-site-pretenuring')
}

/** Called after the start: from now on frequent code is compiled, and memory used by the start is released. */
export function settleAfterStart(): void {
  if (!isBesideApp) return
  setFlagsFromString('--sparkplug')
  inQuietSecond({
    cpu: () => process.cpuUsage(),
    isBusy: () => false,
    act: () => collectAll({ setFlagsFromString, runInNewContext }),
  })
}
