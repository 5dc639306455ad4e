import { moneyIn } from '../../src-shared/language.ts'
import type { Cents } from '../../src-shared/money.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** Formats cents in the screen's language and this counter's currency. */
export function useMoney(): (amount: Cents) => string {
  return useMoneyIn(useSnapshot((snapshot) => snapshot.currency))
}

/** Formats cents in another currency, such as a gift card's. */
export function useMoneyIn(currency: string): (amount: Cents) => string {
  const language = useSnapshot(({ settings }) => settings.language)
  return (amount) => moneyIn(language, currency, amount)
}
