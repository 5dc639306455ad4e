import { moneyIn } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Writes cents in the screen's language, in the currency of this counter. */
export function useMoney(): (amount: Cents) => string {
  return useMoneyIn(useSnapshot((snapshot) => snapshot.currency))
}

/** The same in another currency, such as a gift card's. */
export function useMoneyIn(currency: string): (amount: Cents) => string {
  const language = useSnapshot(({ settings }) => settings.language)
  return (amount) => moneyIn(language, currency, amount)
}
