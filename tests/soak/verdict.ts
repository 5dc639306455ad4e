import { type Frames, sumOfFrames } from './frames.ts'
import type { Sample } from './memory.ts'

/** The slope of a line through some points, and its standard error. */
export interface Slope {
  readonly perSale: number
  readonly error: number
}

export function slopeOf(points: readonly { readonly sales: number; readonly value: number }[]): Slope {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const meanSales = mean(points.map(({ sales }) => sales))
  const meanValue = mean(points.map(({ value }) => value))
  const sum = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((all, point) => all + of(point), 0)
  const spread = sum(({ sales }) => (sales - meanSales) ** 2)
  if (points.length < 3 || spread === 0) return { perSale: 0, error: Number.POSITIVE_INFINITY }
  const perSale = sum(({ sales, value }) => (sales - meanSales) * (value - meanValue)) / spread
  const off = sum(({ sales, value }) => (value - meanValue - perSale * (sales - meanSales)) ** 2)
  return { perSale, error: Math.sqrt(off / (points.length - 2) / spread) }
}

export interface Limits {
  /** Growth of each program's memory, in bytes per sale. */
  readonly memory: number
  /** Growth of timers, handles, listeners, nodes and open files, each per sale. */
  readonly things: number
  /** Frames dropped by the window itself, per thousand drawn. */
  readonly frames: number
}

export interface Finding {
  readonly name: string
  readonly value: number
  readonly error: number
  readonly limit: number
  readonly unit: string
  /** Certainly beyond the limit: even with twice the error subtracted. */
  readonly isBeyond: boolean
  /** Possibly beyond it: too few samples, or too much variation between them. */
  readonly isUnclear: boolean
}

const laterHalf = <Value>(all: readonly Value[]) => all.slice(Math.floor(all.length / 2))

/** Growth over the second half of the samples: by then caches are full, and all code has run. */
export function growthOf(samples: readonly Sample[], limits: Limits): readonly Finding[] {
  const later = laterHalf(samples)
  const row = (name: string, limit: number, unit: string, of: (sample: Sample) => number): Finding => {
    const { perSale, error } = slopeOf(later.map((sample) => ({ sales: sample.sales, value: of(sample) })))
    const isBeyond = perSale - 2 * error > limit
    const isUnclear = !isBeyond && (perSale > limit || error === Number.POSITIVE_INFINITY)
    return { name, limit, unit, value: perSale, error, isBeyond, isUnclear }
  }
  const bytes = (name: string, of: (sample: Sample) => number) => row(name, limits.memory, 'bytes a sale', of)
  const things = (name: string, of: (sample: Sample) => number) => row(name, limits.things, 'a sale', of)
  return [
    bytes('heap of main', ({ main }) => main.heap),
    bytes('heap of the service', ({ service }) => service.heap),
    bytes('heap of the window', ({ window }) => window.heap),
    bytes('outside the heap of main', ({ main }) => main.outside),
    bytes('outside the heap of the service', ({ service }) => service.outside),
    things('timers of main', ({ main }) => main.timers),
    things('handles of main', ({ main }) => main.handles),
    things('listeners of main', ({ mainListeners }) => mainListeners),
    things('timers of the service', ({ service }) => service.timers),
    things('handles of the service', ({ service }) => service.handles),
    things('nodes of the window', ({ window }) => window.nodes),
    things('listeners of the window', ({ window }) => window.listeners),
    things('open files of main', ({ system }) => system.main.openFiles),
    things('open files of the service', ({ system }) => system.service.openFiles),
    things('open files of the window', ({ system }) => system.window.openFiles),
  ]
}

/**
 * If more than this share was dropped by the machine, it was busy with other work, which doubles the time of each task.
 */
const mostByMachine = 1 / 20

/**
 * Frames that the window dropped by its own work, over the second half of the stretches. While the machine is busy with
 * other work it is unclear whether the window alone would have dropped them.
 */
export function droppedOf(stretches: readonly Frames[], limits: Limits): Finding {
  const { drawn, byWindow, byMachine } = sumOfFrames(laterHalf(stretches))
  const value = (1_000 * byWindow.frames) / Math.max(drawn, 1)
  const unit = 'of 1,000 frames'
  const isMany = value > limits.frames
  const isCalm = byMachine.frames <= drawn * mostByMachine
  const name = 'dropped by the window itself'
  return {
    ...{ name, value, error: 0, limit: limits.frames, unit },
    isBeyond: isMany && isCalm,
    isUnclear: drawn === 0 || (isMany && !isCalm),
  }
}

/** What a sale adds to the app's files in bytes, by kind of file, the largest first. */
export function filesOf(
  samples: readonly Sample[],
): readonly { readonly name: string; readonly slope: Slope }[] {
  const names = new Set(samples.flatMap(({ files }) => Object.keys(files).map(kindOfFile)))
  return [...names]
    .map((name) => ({
      name,
      slope: slopeOf(
        samples.map(({ sales, files }) => ({
          sales,
          value: Object.entries(files)
            .filter(([path]) => kindOfFile(path) === name)
            .reduce((sum, [, size]) => sum + size, 0),
        })),
      ),
    }))
    .filter(({ slope }) => Math.abs(slope.perSale) >= 1)
    .sort((one, other) => other.slope.perSale - one.slope.perSale)
}

/** Removes the account's id and the month; all files of Chromium are one kind. */
const kindOfFile = (path: string): string => {
  if (!/^(sales|staff|service|logs|catalogue)\/|^[a-z-]+\.jsonl?$/.test(path)) return 'of Chromium'
  return path
    .replace(/acct_[^./]+\.jsonl/, 'journal.jsonl')
    .replace(/acct_[^./]+\./, '')
    .replace(/\d{4}-\d\d/, 'month')
}
