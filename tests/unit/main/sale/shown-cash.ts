import type { Bill } from '../../../../src-shared/pos/bill/bill.ts'

/** What the windows were shown of cash, beside what the lines on the disk have of it. */
export class ShownCash {
  shown: Bill | null = null
  /** Of all lines. */
  private readonly durable = new Set<string>()

  show(bill: Bill | null): void {
    this.shown = bill
  }

  /** A line of the journal is on the disk. */
  written(line: string): void {
    const { bill } = JSON.parse(line) as { readonly bill: Bill | null }
    for (const fact of factsOf(bill)) this.durable.add(fact)
  }

  /** What is shown, and is in no line; nothing is being written. */
  missing(): readonly string[] {
    return factsOf(this.shown).filter((fact) => !this.durable.has(fact))
  }
}

const factsOf = (bill: Bill | null): readonly string[] =>
  (bill?.tenders ?? []).flatMap((one) => (one.kind === 'cash' ? [`${one.id} is ${one.status}`] : []))
