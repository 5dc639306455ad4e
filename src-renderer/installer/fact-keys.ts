import type { DiagnosticFact } from '../../src-shared/pos/terminals/installer.ts'

type Fact = Pick<DiagnosticFact, 'name' | 'value'>

/** A reversal without an answer: perhaps nothing was charged, and perhaps the money has gone back. */
const isUnsure = ({ name, value }: Fact): boolean => name === 'returned' && value === 'false'

/** What a fact is called. */
export const labelKey = (fact: Fact) => (isUnsure(fact) ? 'fact.money' : (`fact.${fact.name}` as const))

/** How a fact of yes or no is answered. */
export const yesNoKey = (fact: Fact) =>
  isUnsure(fact) ? 'fact.moneyUnsure' : fact.value === 'true' ? 'fact.yes' : 'fact.no'
