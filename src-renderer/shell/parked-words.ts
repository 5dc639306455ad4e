import { dateIn } from '../../src-shared/language.ts'
import { chargedOf } from '../../src-shared/pos/charged.ts'
import type { ParkedSale } from '../../src-shared/pos/parked-sale.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

// Not an interface: its fields go into sentences by their names.
type ParkedWords = {
  readonly amount: string
  readonly time: string
  readonly charged: string
  /** Null: nothing of it went back. */
  readonly returned: string | null
}

/** How a parked payment is named: by its amount and when it began, and by what went back of it. */
export function useParkedWords(): (parked: ParkedSale) => ParkedWords {
  const money = useMoney()
  const language = useSnapshot(({ settings }) => settings.language)
  return ({ state }) => {
    const payment = 'payment' in state ? state.payment : null
    const amount = payment?.amount ?? chargedOf(state.sale)
    const returned = payment?.returned ?? 0
    return {
      amount: money(amount),
      time: dateIn(language, new Date(state.sale.started_at), { hour: 'numeric', minute: '2-digit' }),
      charged: money(amount + returned),
      returned: returned > 0 ? money(returned) : null,
    }
  }
}
