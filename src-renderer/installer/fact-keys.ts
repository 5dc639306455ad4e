import type { DiagnosticFact } from '../../src-shared/pos/terminals/installer.ts'

type Fact = Pick<DiagnosticFact, 'name' | 'value'>

/** A reversal without an answer: perhaps nothing was charged, or perhaps the money has gone back. */
const isUnsure = ({ name, value }: Fact): boolean => name === 'returned' && value === 'false'

/** Text key of a fact's label. */
export const labelKey = (fact: Fact) => (isUnsure(fact) ? 'fact.money' : (`fact.${fact.name}` as const))

/** Text key of a yes/no fact's value. */
export const yesNoKey = (fact: Fact) =>
  isUnsure(fact) ? 'fact.moneyUnsure' : fact.value === 'true' ? 'fact.yes' : 'fact.no'
