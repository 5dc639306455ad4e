import { parkedAmount } from '../../src-shared/pos/parked/parked-amount.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import { chargedIn } from '../../src-shared/pos/sale/charged.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useShopDate } from '../i18n/use-shop-date.ts'

// Not an interface: its fields are passed as values of text placeholders.
type ParkedWords = {
  /** Name of the tab; otherwise the note. */
  readonly name: string
  readonly amount: string
  readonly time: string
  readonly charged: string
  /** Null if none of it went back. */
  readonly returned: string | null
}

/** Describes a parked payment: its amount, when it started, and the part that went back. */
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
