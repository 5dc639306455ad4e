import { IconCircleCheck, IconCircleX, IconHourglass, IconLink } from '@tabler/icons-react'
import { balanceOf, isPaid, isWaiting } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useMoney } from '../../i18n/use-money.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { send, useRunning } from '../../stores/command-store.ts'
import { isAtRest, useSnapshot } from '../../stores/snapshot-store.ts'
import style from './bar.module.css'

/** Bills that were put aside until their link is paid or they are opened again. */
export function AsideBar() {
  const { t } = useTranslation()
  const aside = useSnapshot((snapshot) => snapshot.aside)
  const atRest = useSnapshot(isAtRest)
  if (!atRest || aside.length === 0) return null
  return (
    <ul className={style.bar} aria-label={t('bill.aside')}>
      {aside.map((bill) => (
        <Line key={bill.id} bill={bill} />
      ))}
    </ul>
  )
}

const icons = {
  asideWaiting: IconLink,
  asideBank: IconHourglass,
  asidePaid: IconCircleCheck,
  asideUnpaid: IconCircleX,
} as const

function wordsOf(bill: Bill): keyof typeof icons {
  if (isWaiting(bill)) return bill.link?.awaits_bank ? 'asideBank' : 'asideWaiting'
  return isPaid(bill) ? 'asidePaid' : 'asideUnpaid'
}

function Line({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation()
  const money = useMoney()
  const opening = useRunning('bill.bring_back')
  const words = wordsOf(bill)
  const Icon = icons[words]
  const amount = money(
    isWaiting(bill) ? (bill.link?.amount ?? 0) : isPaid(bill) ? bill.total : balanceOf(bill),
  )
  const name = bill.note === '' ? bill.number : `${bill.number} ${bill.note}`
  return (
    <li className={style.line} data-aside={words}>
      <Icon size={26} aria-hidden />
      <span className={style.words} role="status">
        {t(`bill.${words}`, { name, amount })}
      </span>
      <ActionButton
        kind={isWaiting(bill) ? 'quiet' : 'plain'}
        label={t('bill.bringBack')}
        disabled={opening}
        onPress={() => send('bill.bring_back', { bill_id: bill.id })}
      />
    </li>
  )
}
