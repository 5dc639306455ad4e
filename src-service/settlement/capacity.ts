import { type Cents, maximumAmount } from '../../src-shared/money.ts'
import type { Write } from '../store/store.ts'
import { type Line, lineOf, noSums, type SumName, settledKinds, sumNames } from './lines.ts'

/** What fits into a settlement: none of its sums may exceed the maximum amount. */
export interface Capacity {
  /** The place of one row and of what is settled with it. */
  place(): Place
  /** Whether rows were left out of a settlement that has others: another settlement then settles those that were left. */
  leftSome(): boolean
}

export interface Place {
  /** Whether the rows stamped by these writes fit. Replaces what this place took before. */
  take(writes: readonly Write[]): boolean
}

/**
 * Counts what a run stamps. Amounts that reduce a sum are counted as if they increased it, so that no order of the rows
 * can exceed the maximum.
 * @param stamped the rows that an interrupted run has stamped already
 */
export async function capacityOf(settlementId: string, stamped: AsyncIterable<Line>): Promise<Capacity> {
  const sums = noSums()
  for await (const { name, amount } of stamped) sums[name] += Math.abs(amount)
  let took = sumNames.some((name) => sums[name] > 0)
  let left = false
  return {
    leftSome: () => took && left,
    place() {
      let mine = noSums()
      return {
        take(writes) {
          for (const name of sumNames) sums[name] -= mine[name]
          mine = linesIn(writes, settlementId)
          const fits = sumNames.every((name) => mine[name] <= maximumAmount - sums[name])
          if (!fits) mine = noSums()
          for (const name of sumNames) sums[name] += mine[name]
          if (fits) took ||= sumNames.some((name) => mine[name] > 0)
          else left = true
          return fits
        },
      }
    },
  }
}

function linesIn(writes: readonly Write[], settlementId: string): Record<SumName, Cents> {
  const taken = noSums()
  for (const write of writes) {
    if (write.op === 'delete') continue
    const kind = settledKinds.find((settled) => settled === write.kind)
    const document = write.row.document as { readonly settlement_id?: unknown }
    if (kind === undefined || document.settlement_id !== settlementId) continue
    const { name, amount } = lineOf(kind, document as never)
    taken[name] += Math.abs(amount)
  }
  return taken
}
