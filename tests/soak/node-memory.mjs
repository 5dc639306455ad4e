// The answers of a node process of the app about its memory, for main and the service.
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')
const kept = []

/** @type {Record<string, (about: any) => unknown>} */
export const answers = {
  async memory() {
    for (let times = 0; times < 2; times += 1) {
      gc()
      // Objects that were only waiting for the collector are closed in a task of their own.
      await new Promise((resolve) => setImmediate(resolve))
    }
    gc()
    const { heapUsed, external } = process.memoryUsage()
    const resources = process.getActiveResourcesInfo()
    const timers = resources.filter((name) => name === 'Timeout').length
    return { heap: heapUsed, outside: external, timers, handles: resources.length - timers }
  },
  snapshot: (file) => writeHeapSnapshot(file),
  leak: (bytes) => void kept.push(Array.from({ length: bytes / 8 }, Math.random)),
}
