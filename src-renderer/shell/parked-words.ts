import { dateIn } from '../../src-shared/language.ts'
import { chargedOf } from '../../src-shared/pos/charged.ts'
import type { ParkedSale } from '../../src-shared/pos/parked-sale.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** How a parked payment is named: by its amount and when it began. */
export function useParkedWords(): (parked: ParkedSale) => { readonly amount: string; readonly time: string } {
  const money = useMoney()
  const language = useSnapshot(({ settings }) => settings.language)
  return ({ state }) => ({
    amount: money(('payment' in state ? state.payment?.amount : undefined) ?? chargedOf(state.sale)),
    time: dateIn(language, new Date(state.sale.started_at), { hour: 'numeric', minute: '2-digit' }),
  })
}
