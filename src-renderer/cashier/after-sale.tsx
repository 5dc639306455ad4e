import { IconMail, IconReceipt } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { late } from '../components/late.tsx'
import { QuietButton } from '../components/quiet-button.tsx'
import { speakSales } from '../i18n/i18n.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run } from '../stores/command-store.ts'
import { goToSales } from '../stores/place-store.ts'
import { whenAtRest } from '../stores/snapshot-store.ts'
import style from './after-sale.module.css'

/** Loaded late: no sale waits for it. */
const MailReceipts = late(async () => {
  const [{ MailReceipts: form }] = await Promise.all([import('../sales/mail-receipts.tsx'), speakSales()])
  return { default: form }
})

interface AfterSaleProps {
  readonly bill: Bill
  /** The screen has a button already that sends the receipt to the customer's address. */
  readonly mailsAbove?: boolean
}

/** What may follow a sale that was just paid: its receipt by e-mail, or its page, which can undo it. */
export function AfterSale({ bill, mailsAbove = false }: AfterSaleProps) {
  const { t } = useTranslation()
  const [mailing, setMailing] = useState(false)
  const hasCard = bill.tenders.some(({ kind }) => kind === 'card')
  // Loaded before it is asked for, so that the first digit of an address does not begin the next sale.
  useEffect(() => void MailReceipts.load().catch(() => undefined), [])
  const openSale = async () => {
    if ((await run('sale.finish', undefined)) === null) whenAtRest(() => goToSales(bill.number))
  }
  return (
    <>
      <div className={style.ways}>
        {hasCard && !mailsAbove && (
          <QuietButton
            icon={<IconMail size={22} aria-hidden />}
            label={t('sales.mail')}
            keepFocus={false}
            onPress={() => setMailing(!mailing)}
          />
        )}
        <QuietButton
          icon={<IconReceipt size={22} aria-hidden />}
          label={t('sales.more')}
          onPress={() => void openSale()}
        />
      </div>
      {mailing && <MailReceipts number={bill.number} />}
    </>
  )
}
