import { askMain } from '../bridge.ts'

export interface PrintOutcome {
  readonly kind: 'printed' | 'printedPartly' | 'printCancelled' | 'printFailed'
  /** The cards whose receipts were not printed. */
  readonly detail: string
}

/** Prints the receipt of every card that paid the bill on the terminal. */
export async function printOnTerminal(number: string): Promise<PrintOutcome> {
  const printed = await askMain('receipts.print', { number })
  if (!printed.ok) return { kind: 'printFailed', detail: '' }
  const { not_printed: missing, cancelled } = printed.value
  const kind = cancelled ? 'printCancelled' : missing.length === 0 ? 'printed' : 'printedPartly'
  return { kind, detail: missing.join(', ') }
}
