import { IconArrowBackUp, IconBasketDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { currentPart } from '../../src-shared/pos/returns/return-sums.ts'
import { everything, returnable } from '../../src-shared/pos/returns/returnable.ts'
import type { SoldSale } from '../../src-shared/pos/returns/sold-sale.ts'
import { billReceipt } from '../../src-shared/receipt/bill-receipt.ts'
import { returnReceipt } from '../../src-shared/receipt/return-receipt.ts'
import { ActionButton } from '../components/action-button.tsx'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { useShop } from '../stores/use-shop.ts'
import { ReceiptTools } from './receipt-tools.tsx'
import { ReturnForm } from './return-form.tsx'
import { ReturnProgress } from './return-progress.tsx'
import style from './sales.module.css'
import { openSale } from './sales-store.ts'

/** Receipt numbers of the sales that this sale's goods were exchanged for. */
const exchangedFor = (returns: SoldSale['returns']): readonly string[] =>
  returns.flatMap(({ status, exchange }) => (status !== 'cancelled' && exchange?.bill ? [exchange.bill] : []))

/** One sale: its receipt beside the possible actions. */
export function SalePage({ sold }: { readonly sold: SoldSale }) {
  const { t } = useTranslation('sales')
  const { bill, returns } = sold
  const shop = useShop()
  const going = useSnapshot((snapshot) => snapshot.returns.find(({ bill_id }) => bill_id === bill.id) ?? null)
  const [task, setTask] = useState<'none' | 'undo' | 'lines'>('none')
  const left = everything(bill, returns)
  const isLeft = left.lines.length + left.tips.length > 0
  const isWhole = returnable(bill, returns).lines.every(({ returned }) => returned === 0)
  // The sale that was read earlier does not contain the return in progress.
  const state = going === null ? 'none' : `${going.id} ${going.status}`
  const part = going === null ? null : currentPart(going)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a return has moved on
  useEffect(() => void openSale(bill.number), [bill.number, state])
  // The button that started it was at the end of a long form; the next step is above.
  const tasks = useScrollIntoView<HTMLElement>(going !== null, `${state} ${part?.state}`)
  return (
    <div className={style.sale}>
      <section ref={tasks} className={style.tasks}>
        {going !== null && <ReturnProgress one={going} />}
        {going === null && task === 'none' && (
          <div className={style.choices}>
            {isLeft && isWhole && (
              <ActionButton
                kind="undo"
                icon={<IconArrowBackUp size={26} aria-hidden />}
                label={t('undo')}
                hint={t('undoHint')}
                onPress={() => setTask('undo')}
              />
            )}
            {isLeft && (
              <ActionButton
                icon={<IconBasketDown size={26} aria-hidden />}
                label={t('return')}
                hint={t('returnHint')}
                onPress={() => setTask('lines')}
              />
            )}
            {!isLeft && <p className={style.note}>{t('nothingLeft')}</p>}
            {/* Goods taken in exchange are returned on their own sale, and refunded to those who paid this one. */}
            {exchangedFor(returns).map((number) => (
              <ActionButton
                key={number}
                label={t('openSale', { number })}
                hint={t('exchangedFor')}
                onPress={() => void openSale(number)}
              />
            ))}
          </div>
        )}
        {going === null && task !== 'none' && (
          <ReturnForm
            sold={sold}
            initial={task === 'undo' ? left : { lines: [], tips: [] }}
            isWhole={task === 'undo'}
            onEnd={() => setTask('none')}
          />
        )}
      </section>
      <div className={style.paper}>
        <ReceiptTools key={going?.status} sold={sold} returnId={going?.status === 'done' ? going.id : null} />
        <ReceiptPaper
          lines={going?.status === 'done' ? returnReceipt(going, shop) : billReceipt(bill, shop, returns)}
          label={t(going?.status === 'done' ? 'returnReceipt' : 'receipt')}
          signature={null}
          signatureLabel=""
        />
      </div>
    </div>
  )
}
