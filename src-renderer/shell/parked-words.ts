import { parkedAmount } from '../../src-shared/pos/parked/parked-amount.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { chargedIn } from '../../src-shared/pos/sale/charged.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useShopDate } from '../i18n/use-shop-date.ts'

// Not an interface: its fields go into sentences by their names.
type ParkedWords = {
  /** Of a tab; else the note. */
  readonly name: string
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
  return (parked) => {
    const paid = parkedAmount(parked)
    const { amount, returned = 0 } = paid
    const { sale } = parked.state
    return {
      name: sale.tab?.name ?? sale.note,
      amount: money(amount),
      time: write(sale.started_at, { hour: 'numeric', minute: '2-digit' }),
      charged: money(chargedIn(paid)),
      returned: returned > 0 ? money(returned) : null,
    }
  }
}
