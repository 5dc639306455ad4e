import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grownBetween, readCensus } from './census.ts'
import { createSampler, type Program, programs } from './memory.ts'
import { openSelling } from './sell.ts'
import { openSoakCounter } from './soak-counter.ts'

/**
 * After this many sales all code of a sale has run, objects that are kept for some seconds come and go, and the lists
 * of the latest 128 payments in the service and its bank are full (store/open-store.ts, processor/sandbox/ledger.ts).
 */
const warmUp = 150
const stretch = 20
/** A cache fills up, but a leak grows in each stretch. */
const mostStretches = 5
/** Minimum growth by a leak per sale: some objects of a kind come and go between two counts, at most 6 in 20 sales. */
const leastPerSale = 0.5

/**
 * Sells through the window, and counts the objects in the heaps of main, service and window, without code.
 *
 * @param planted programs in which each sale leaks an array on purpose
 * @returns the kinds that grew in each stretch of sales; empty as soon as nothing grew in a stretch
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
      // Runs the garbage collector.
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
