import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { billReceipt } from '../../../src-shared/receipt/bill-receipt.ts'
import { ReceiptPaper } from '../../components/receipt-paper.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useShop } from '../../stores/use-shop.ts'

/** The receipt of a bill that was paid, for whoever serves to see. */
export function BillPaper({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const shop = useShop()
  return (
    <ReceiptPaper
      lines={billReceipt(bill, shop)}
      label={t('approved.receipt')}
      signature={null}
      signatureLabel=""
    />
  )
}
