import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { billReceipt } from '../../../src-shared/receipt/bill-receipt.ts'
import { ReceiptPaper } from '../../components/receipt-paper.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useShop } from '../../stores/use-shop.ts'

/** Shows the receipt of a paid bill to the cashier. */
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
