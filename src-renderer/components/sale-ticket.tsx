import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { type MoneyFact, MoneyFacts } from './money-facts.tsx'
import style from './sale-ticket.module.css'

/** The amount being paid, in the same place from Charge to the outcome. */
export function SaleTicket({ sale }: { readonly sale: SaleFacts }) {
  const { t } = useTranslation()
  const money = useMoney()
  const parts: readonly MoneyFact[] =
    sale.tip + sale.surcharge > 0
      ? [
          { label: t('facts.sale'), value: money(sale.amount) },
          ...(sale.tip > 0 ? [{ label: t('facts.tip'), value: money(sale.tip) }] : []),
          ...(sale.surcharge > 0 ? [{ label: t('facts.surcharge'), value: money(sale.surcharge) }] : []),
        ]
      : []
  return (
    <div className={style.ticket}>
      <MoneyFacts
        facts={[...parts, { label: t('facts.total'), value: money(chargedOf(sale)), strong: true }]}
      />
      {sale.note !== '' && <p className={style.note}>{t('facts.noteOf', { note: sale.note })}</p>}
    </div>
  )
}
