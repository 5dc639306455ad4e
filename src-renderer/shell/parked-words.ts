import { chargedIn, chargedOf } from '../../src-shared/pos/charged.ts'
import type { ParkedSale } from '../../src-shared/pos/parked-sale.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useShopDate } from '../i18n/use-shop-date.ts'

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
  const write = useShopDate()
  return ({ state }) => {
    // Without one: what was asked for.
    const paid = ('payment' in state && state.payment) || { amount: chargedOf(state.sale), returned: 0 }
    const { amount, returned = 0 } = paid
    return {
      amount: money(amount),
      time: write(state.sale.started_at, { hour: 'numeric', minute: '2-digit' }),
      charged: money(chargedIn(paid)),
      returned: returned > 0 ? money(returned) : null,
    }
  }
}
