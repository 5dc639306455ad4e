import { phoneText } from '../../src-shared/pos/customer/phone-text.ts'
import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import { linkWords } from '../shell/link-words.ts'
import { useMoney } from './use-money.ts'
import { useShopDate } from './use-shop-date.ts'
import { useTranslation } from './use-translation.ts'

/** The state of a payment link, in a sentence. */
export function useLinkText(): (link: PaymentLink) => string {
  const { t } = useTranslation()
  const money = useMoney()
  const write = useShopDate()
  return (link) => {
    const { receiver, amount, paid, made_at } = link
    const to =
      receiver.kind === 'sms'
        ? phoneText(receiver.phone_number)
        : receiver.kind === 'email'
          ? receiver.address
          : ''
    const time = write(made_at, { hour: 'numeric', minute: '2-digit' })
    return t(`links.${linkWords(link)}`, { amount: money(amount), paid: money(paid ?? amount), to, time })
  }
}
