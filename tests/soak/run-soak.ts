import { countFrames, type Frames } from './frames.ts'
import { createSampler, type Program, type Sample } from './memory.ts'
import { openSelling } from './sell.ts'
import { openSoakCounter } from './soak-counter.ts'
import { watchWindowWork } from './window-work.ts'

export interface SoakOptions {
  /** Ends at whichever limit comes first. */
  readonly sales: number
  readonly minutes: number
  /** Number of sales between two measurements of memory. */
  readonly every: number
  readonly givesBack: boolean
  /** Plants a leak: this many bytes with each sale, in one of the programs. */
  readonly leak?: { readonly program: Program; readonly bytes: number }
  /** Writes each heap into the folder after these numbers of sales, and at the end. */
  readonly snapshots?: { readonly folder: string; readonly at: readonly number[] }
  readonly onSample?: (sample: Sample, soFar: { readonly sellingMs: number; readonly frames: Frames }) => void
}

export interface SoakResult {
  readonly samples: readonly Sample[]
  /** One for each interval between two samples. */
  readonly frames: readonly Frames[]
  /** Start of each sale, in ms since 1970. */
  readonly began: readonly number[]
  /** Time without the measurements of memory. */
  readonly sellingMs: number
}

/** Sells through the window of the real app, and measures its memory meanwhile. Leaves nothing behind. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const { every, leak, snapshots } = options
  const counter = await openSoakCounter()
  const samples: Sample[] = []
  try {
    const { pos } = counter.app
    const selling = await openSelling(pos, options.givesBack)
    const sampler = await createSampler(counter.app)
    const frames = await countFrames(pos, watchWindowWork(counter.app.electron, pos, sampler.pids.window))
    const saleBegan: number[] = []
    let sales = 0
    let sellingMs = 0
    const drawn: Frames[] = []
    const look = async () => {
      const stretch = await frames.pause()
      drawn.push(stretch)
      const sample = await sampler.sample(sales)
      samples.push(sample)
      options.onSample?.(sample, { sellingMs, frames: stretch })
    }
    const end = Date.now() + options.minutes * 60_000
    while (sales < options.sales && Date.now() < end) {
      await frames.resume()
      const began = performance.now()
      for (const last = Math.min(sales + every, options.sales); sales < last; sales += 1) {
        saleBegan.push(Date.now())
        await selling.sell(sales).catch(async (error: unknown) => {
          const shown = await pos.locator('body').innerText()
          throw new Error(`sale ${sales} did not end; the window shows:\n${shown}`, { cause: error })
        })
        if (leak !== undefined) await sampler.leak(leak.program, leak.bytes)
      }
      sellingMs += performance.now() - began
      await look()
      if (snapshots?.at.includes(sales)) await sampler.snapshot(snapshots.folder, sales)
    }
    if (snapshots !== undefined && !snapshots.at.includes(sales))
      await sampler.snapshot(snapshots.folder, sales)
    return { samples, frames: drawn, began: saleBegan, sellingMs }
  } finally {
    await counter.close()
  }
}
