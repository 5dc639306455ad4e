import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import { billReceipt } from '../../src-shared/receipt/bill-receipt.ts'
import { ReceiptPaper } from '../components/receipt-paper.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'

/** The receipt of a bill that was paid, for whoever serves to see. */
export function BillPaper({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const merchant = useSnapshot((snapshot) => snapshot.merchant_name)
  const training = useSnapshot((snapshot) => snapshot.real_money === false)
  const language = useSnapshot((snapshot) => snapshot.settings.language)
  return (
    <ReceiptPaper
      lines={billReceipt(bill, { merchant, training, language })}
      label={t('approved.receipt')}
      signature={null}
      signatureLabel=""
    />
  )
}
