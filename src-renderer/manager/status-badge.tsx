import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCreditCardOff,
  IconHourglass,
  IconLock,
  IconMinus,
  IconX,
} from '@tabler/icons-react'
import { Badge } from '../components/badge.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { type PaymentWord, toneOf } from './payment-status.ts'

const icons = {
  paid: IconCheck,
  partly_returned: IconArrowBackUp,
  returned: IconArrowBackUp,
  authorized: IconLock,
  processing: IconHourglass,
  pending: IconHourglass,
  declined: IconCreditCardOff,
  not_paid: IconMinus,
  voided: IconBan,
  cancelled: IconX,
  failed: IconCreditCardOff,
} as const satisfies Readonly<Record<PaymentWord, typeof IconCheck>>

export function StatusBadge({
  word,
  large = false,
}: {
  readonly word: PaymentWord
  readonly large?: boolean
}) {
  const { t } = useTranslation('staff')
  const Icon = icons[word]
  return (
    <Badge
      large={large}
      tone={toneOf[word]}
      icon={<Icon size={large ? 26 : 22} aria-hidden />}
      label={t(`status.${word}`)}
    />
  )
}
