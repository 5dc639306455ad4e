import type { TFunction } from 'i18next'
import {
  balanceOf,
  returnedOf,
  returnedOfTender,
  wasNotAwaited,
} from '../../../src-shared/pos/bill/balance.ts'
import type { Bill, Tender } from '../../../src-shared/pos/bill/bill.ts'
import { type MoneyFact, MoneyFacts } from '../../components/money-facts.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { cardName } from '../card-name.ts'

/**
 * The tenders of a bill. What stands below them is their sum: the total once it is paid, and what went back once it is
 * given back. While a part is open, the total stands above them, and below is what is left of it.
 */
export function TenderList({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const isUndone = bill.status === 'undoing'
  // No money goes back of an exchange: the customer has the earlier goods again.
  const listed = isUndone ? bill.tenders.filter(({ kind }) => kind !== 'exchange') : bill.tenders
  if (listed.length === 0) return null
  const tenders = listed.map((tender, index) => {
    const back = returnedOfTender(tender)
    const isBack = tender.status === 'returned'
    const name = tenderName(tender, t)
    const words = isBack
      ? t(returnedWords(tender), { name })
      : back > 0
        ? t('bill.partReturned', { name, amount: money(back) })
        : name
    return {
      label: `${index + 1}. ${words}`,
      value: money(isUndone && isBack && back > 0 ? back : tender.amount),
    }
  })
  const total: MoneyFact = { label: t('facts.total'), value: money(bill.total) }
  const open = balanceOf(bill)
  const back = returnedOf(bill)
  if (isUndone) {
    const sum: MoneyFact = { label: t('facts.givenBack'), value: money(back), strong: true }
    return <MoneyFacts facts={back > 0 ? [...tenders, sum] : tenders} />
  }
  if (open === 0) return <MoneyFacts facts={[...tenders, { ...total, strong: true }]} />
  return (
    <MoneyFacts
      facts={[total, ...tenders, { label: t('facts.remaining'), value: money(open), strong: true }]}
    />
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
