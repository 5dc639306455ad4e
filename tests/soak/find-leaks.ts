import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grownBetween, readCensus } from './census.ts'
import { createSampler, type Program, programs } from './memory.ts'
import { openSelling } from './sell.ts'
import { openSoakCounter } from './soak-counter.ts'

/**
 * By then all code of a sale has run, what is kept for some seconds comes and goes, and what the service and its bank
 * keep of the latest 128 payments is full (store/open-store.ts, processor/sandbox/ledger.ts).
 */
const warmUp = 150
const stretch = 20
/** A cache fills, a leak does not: it grows in each stretch. */
const mostStretches = 5
/** What each sale leaves behind: some objects of its kind come and go between two counts, at most 6 in 20 sales. */
const leastPerSale = 0.5

/**
 * Sells by the window, and counts the objects in the heaps of main, service and window, code left out.
 *
 * @param planted in which of them each sale leaves an array behind on purpose
 * @returns what there are more of after each stretch of sales; empty as soon as a stretch leaves nothing behind
 */
export async function findLeaks(planted: readonly Program[]): Promise<readonly string[]> {
  const counter = await openSoakCounter()
  const folder = mkdtempSync(join(tmpdir(), 'countertop-heaps-'))
  try {
    const selling = await openSelling(counter.app.pos, false)
    const sampler = await createSampler(counter.app)
    let sales = 0
    const censusAfter = async (count: number) => {
      for (const end = sales + count; sales < end; sales += 1) {
        await selling.sell(sales)
        for (const one of planted) await sampler.leak(one, 64)
      }
      // Collects what nobody needs any more.
      await sampler.sample(sales)
      await sampler.snapshot(folder, sales)
      return new Map(
        programs.map((one) => [one, readCensus(join(folder, `${one}-${sales}.heapsnapshot`))] as const),
      )
    }
    let before = await censusAfter(warmUp)
    let suspects: readonly string[] | null = null
    for (let count = 0; count < mostStretches; count += 1) {
      const after = await censusAfter(stretch)
      const grown = programs.flatMap((one) =>
        grownBetween(before.get(one) ?? new Map(), after.get(one) ?? new Map(), stretch, leastPerSale).map(
          ({ kind }) => `${one}: ${kind}`,
        ),
      )
      suspects = suspects === null ? grown : suspects.filter((kind) => grown.includes(kind))
      if (suspects.length === 0) return []
      before = after
    }
    return suspects ?? []
  } finally {
    await counter.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
