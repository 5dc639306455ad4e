import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'

/** Compares the cash shown in the windows with the lines on the disk. */
export class ShownCash {
  shown: Bill | null = null
  /** The cash facts of all lines on the disk. */
  private readonly durable = new Set<string>()

  show(bill: Bill | null): void {
    this.shown = bill
  }

  /** Call this when a line of the journal is on the disk. */
  written(line: string): void {
    const { bill } = JSON.parse(line) as { readonly bill: Bill | null }
    for (const fact of factsOf(bill)) this.durable.add(fact)
  }

  /** Returns cash facts that are shown but in no line. Only valid while nothing is being written. */
  missing(): readonly string[] {
    return factsOf(this.shown).filter((fact) => !this.durable.has(fact))
  }
}

const factsOf = (bill: Bill | null): readonly string[] =>
  (bill?.tenders ?? []).flatMap((one) => (one.kind === 'cash' ? [`${one.id} is ${one.status}`] : []))
