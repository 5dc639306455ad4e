import { IconCircleCheckFilled } from '@tabler/icons-react'
import { isFree } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { Amount } from '../../components/amount.tsx'
import { late } from '../../components/late.tsx'
import { Dock, Stage, Words } from '../../components/stage.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useRest } from '../../keyboard/use-rest.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { AfterSale } from '../after-sale.tsx'
import { NewSaleButton } from '../new-sale-button.tsx'
import { PrintCards } from '../print-cards.tsx'
import { PrintHereButton } from '../print-here-button.tsx'
import { ExchangeRest } from './exchange-rest.tsx'
import { TenderList } from './tender-list.tsx'

/** Loaded late, with all code that formats receipts: no screen waits for it. Loaded by bill-screens.tsx. */
export const LateBillPaper = late(async () => ({ default: (await import('./bill-paper.tsx')).BillPaper }))

/** The bill is free, or its last part was paid in cash. The change for the customer is the most important fact. */
export function PaidScreen({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const ready = useSnapshot(({ printing }) => printing.ready)
  const resting = useRest()
  const last = bill.tenders.at(-1)
  const change = last?.kind === 'cash' ? last.change : 0
  return (
    <>
      <Stage
        tone="good"
        title={t(isFree(bill) ? 'bill.free' : 'bill.paid')}
        icon={<IconCircleCheckFilled size={88} aria-hidden />}
      >
        {last?.kind === 'cash' && <Words strong>{t(change > 0 ? 'cash.giveChange' : 'cash.noChange')}</Words>}
        <Amount text={money(change > 0 ? change : bill.total)} />
        {last?.kind === 'gift_card' && last.left !== null && (
          <Words strong>{t('giftCard.left', { amount: money(last.left) })}</Words>
        )}
        <ExchangeRest bill={bill} />
        <TenderList bill={bill} />
        {bill.note !== '' && <Words>{t('facts.noteOf', { note: bill.note })}</Words>}
        <AfterSale bill={bill} />
      </Stage>
      <Dock above={<LateBillPaper bill={bill} />}>
        {ready ? <PrintHereButton number={bill.number} /> : <PrintCards bill={bill} />}
        <NewSaleButton resting={resting ? 'all' : 'none'} />
      </Dock>
    </>
  )
}
