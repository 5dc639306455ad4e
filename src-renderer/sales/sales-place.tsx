import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { RefusalToast } from '../shell/refusal-toast.tsx'
import areaStyle from '../staff/staff-area.module.css'
import { usePlaceStore } from '../stores/place-store.ts'
import { useWhenLeft } from '../stores/put-aside.ts'
import { SalePage } from './sale-page.tsx'
import { SalesList } from './sales-list.tsx'
import { closeSale, forgetSales, leaveSales, loadRecent, openSale, useSalesStore } from './sales-store.ts'

/** The sales of this counter: find by receipt number, print again, refund. */
export function SalesPlace() {
  const { t } = useTranslation('sales')
  const { t: counter } = useTranslation()
  const sale = useSalesStore((store) => store.sale)
  const wanted = usePlaceStore((store) => store.sale)
  const main = useRef<HTMLElement>(null)
  const opened = useRef<string | null>(null)
  const isFromPayments = usePlaceStore((store) => store.salesFrom === 'payments')
  const back = sale === null || isFromPayments ? () => leaveSales() : closeSale
  useKeys({ escape: back, ...(sale === null ? {} : { f12: closeSale }) })
  useEffect(() => {
    void loadRecent()
    // Once: a person who returns to the page may have opened another sale meanwhile.
    if (wanted !== null && wanted !== opened.current) void openSale(wanted)
    opened.current = wanted
  }, [wanted])
  useWhenLeft('sales', forgetSales)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => {
    if (sale !== null) main.current?.focus()
  }, [sale?.bill.id])
  return (
    <main ref={main} className={areaStyle.area} tabIndex={-1} data-place="sales">
      <div className={areaStyle.header}>
        <button type="button" className={areaStyle.back} onClick={back}>
          <IconArrowLeft size={26} aria-hidden />
          {t(isFromPayments ? 'toPayments' : sale === null ? 'toCounter' : 'toList')}
        </button>
        <p className={areaStyle.title}>{t('title')}</p>
      </div>
      <div className={areaStyle.body}>
        <Page
          title={sale === null ? t('title') : t('receiptOf', { number: sale.bill.number })}
          named={sale === null}
        >
          {sale === null ? <SalesList onLeave={back} /> : <SalePage key={sale.bill.id} sold={sale} />}
        </Page>
      </div>
      <RefusalToast t={counter} />
    </main>
  )
}
