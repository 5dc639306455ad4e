import type { TFunction } from 'i18next'
import { wasNotAwaited } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill, Tender } from '../../../src-shared/pos/bill/bill.ts'
import { MoneyFacts } from '../../components/money-facts.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { cardName } from '../card-name.ts'

/**
 * The total of a bill, then its tenders and what they pay of it, as on the receipt: below them, it would look like their
 * sum. What went back of them is marked.
 */
export function TenderList({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (bill.tenders.length === 0) return null
  const facts = bill.tenders.map((tender, index) => {
    const name = tenderName(tender, t)
    const part = tender.kind === 'card' ? (tender.payment.returned ?? 0) : 0
    const words =
      tender.status === 'returned'
        ? t(returnedWords(tender), { name })
        : part > 0
          ? t('bill.partReturned', { name, amount: money(part) })
          : name
    return { label: `${index + 1}. ${words}`, value: money(tender.amount) }
  })
  return (
    <MoneyFacts facts={[{ label: t('facts.total'), value: money(bill.total), strong: true }, ...facts]} />
  )
}

const returnedWords = (tender: Tender) => (wasNotAwaited(tender) ? 'bill.notAwaited' : 'bill.returned')

function tenderName(tender: Tender, t: TFunction): string {
  switch (tender.kind) {
    case 'cash':
      return t('cash.title')
    case 'gift_card':
      return t('giftCard.named', { last_four: tender.last_four })
    case 'exchange':
      return t('exchange.named', { number: tender.number })
    case 'card':
      return cardName(tender.payment.brand, tender.payment.last_four) || t('facts.card')
  }
}
