import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestApp } from '../e2e/support/app.ts'
import { ask, listenersOf, type NodeMemory, pidsOf } from './hook.ts'

export const programs = ['main', 'service', 'window'] as const
export type Program = (typeof programs)[number]
type OfEach<Value> = Readonly<Record<Program, Value>>

/** The memory that the app holds at rest, after garbage collection. */
export interface Sample {
  readonly sales: number
  readonly main: NodeMemory
  readonly service: NodeMemory
  readonly window: { readonly heap: number; readonly nodes: number; readonly listeners: number }
  readonly mainListeners: number
  readonly system: OfEach<SystemMemory>
  /** Sizes of the app's files by their path in its folder, in bytes. */
  readonly files: Readonly<Record<string, number>>
}

interface SystemMemory {
  /** Proportional and resident set size, in MiB. */
  readonly pss: number
  readonly rss: number
  readonly openFiles: number
}

export interface Sampler {
  readonly pids: OfEach<number>
  sample(sales: number): Promise<Sample>
  /** Leaks this many bytes in one of the programs on purpose, to check that the leak is found. */
  leak(program: Program, bytes: number): Promise<void>
  /** Writes the heap of each program as `<folder>/<program>-<sales>.heapsnapshot`. */
  snapshot(folder: string, sales: number): Promise<void>
}

export async function createSampler({ electron, pos, userData }: TestApp): Promise<Sampler> {
  const page = await pos.context().newCDPSession(pos)
  const posWindow = await electron.browserWindow(pos)
  const window = await posWindow.evaluate(({ webContents }) => webContents.getOSProcessId())
  const pids = { ...(await pidsOf(electron)), window }
  return {
    pids,
    async sample(sales) {
      // Work that the page does when idle has ended by then.
      await pos.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
      for (let times = 0; times < 2; times += 1) await page.send('HeapProfiler.collectGarbage')
      const { usedSize: heap } = await page.send('Runtime.getHeapUsage')
      const { nodes, jsEventListeners: listeners } = await page.send('Memory.getDOMCounters')
      return {
        sales,
        main: await ask(electron, 'main', 'memory'),
        service: await ask(electron, 'service', 'memory'),
        window: { heap, nodes, listeners },
        mainListeners: await listenersOf(electron),
        system: {
          main: systemMemory(pids.main),
          service: systemMemory(pids.service),
          window: systemMemory(pids.window),
        },
        files: sizesIn(userData),
      }
    },
    async leak(program, bytes) {
      if (program === 'window') await pos.evaluate(leakInPage, bytes)
      else await ask(electron, program, 'leak', bytes)
    },
    async snapshot(folder, sales) {
      const file = (program: Program) => join(folder, `${program}-${sales}.heapsnapshot`)
      await ask(electron, 'main', 'snapshot', file('main'))
      await ask(electron, 'service', 'snapshot', file('service'))
      const out = createWriteStream(file('window'))
      const write = ({ chunk }: { readonly chunk: string }) => void out.write(chunk)
      page.on('HeapProfiler.addHeapSnapshotChunk', write)
      await page.send('HeapProfiler.takeHeapSnapshot')
      page.off('HeapProfiler.addHeapSnapshotChunk', write)
      await new Promise((resolve) => out.end(resolve))
    },
  }
}

function leakInPage(bytes: number): void {
  const page = window as unknown as { kept?: unknown[] }
  page.kept ??= []
  page.kept.push(Array.from({ length: bytes / 8 }, Math.random))
}

/** Linux only; elsewhere the values are 0. */
function systemMemory(pid: number): SystemMemory {
  const rollup = read(`/proc/${pid}/smaps_rollup`)
  const mib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024
  return { pss: mib('Pss'), rss: mib('Rss'), openFiles: entries(`/proc/${pid}/fd`).length }
}

function sizesIn(folder: string): Readonly<Record<string, number>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      // Chromium may remove files of its own during the listing.
      return [relative(folder, path), statSync(path, { throwIfNoEntry: false })?.size ?? 0]
    }),
  )
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function entries(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
