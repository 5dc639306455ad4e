import { IconCircleCheck, IconHelpCircle, IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dateIn } from '../../src-shared/language.ts'
import { chargedOf } from '../../src-shared/pos/charged.ts'
import type { ParkedSale } from '../../src-shared/pos/parked-sale.ts'
import { isBeyondFinding } from '../../src-shared/pos/parked-transition.ts'
import { assertNever } from '../../src-shared/result.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { isAtRest, useSnapshot } from '../stores/snapshot-store.ts'
import style from './parked-bar.module.css'
import { UnreadableLine } from './unreadable-line.tsx'

/**
 * The payments that were set aside with their outcome unknown, above every screen but those of a sale: what is known
 * of each, until somebody has seen how it ended.
 */
export function ParkedBar() {
  const { t } = useTranslation()
  const parked = useSnapshot((snapshot) => snapshot.parked)
  const atRest = useSnapshot(isAtRest)
  const unreadable = useSnapshot((snapshot) => snapshot.unreadable_sales)
  if (!atRest || (parked.length === 0 && unreadable === 0)) return null
  return (
    <ul className={style.bar} aria-label={t('parked.list')}>
      {unreadable > 0 && (
        <UnreadableLine text={t('parked.unreadable')} command="parked.acknowledge_unreadable" />
      )}
      {parked.map((one) => (
        <Line key={one.state.sale.id} parked={one} />
      ))}
    </ul>
  )
}

function Line({ parked }: { readonly parked: ParkedSale }) {
  const { t } = useTranslation()
  const money = useMoney()
  const language = useSnapshot(({ settings }) => settings.language)
  const { state } = parked
  const { sale } = state
  // Asked anew with every look-up, whose count is in the snapshot.
  const progress = isBeyondFinding(parked, Date.now()) ? 'not_found' : progressOf(state)
  const Icon = icons[progress]
  const payment = 'payment' in state ? state.payment : null
  const amount = money(payment?.amount ?? chargedOf(sale))
  const time = dateIn(language, new Date(sale.started_at), { hour: 'numeric', minute: '2-digit' })
  return (
    <li className={style.line} data-parked={progress}>
      <Icon size={26} aria-hidden />
      <span className={style.words} role="status">
        {t(`parked.${progress}`, { amount, time })}
      </span>
      <Choices saleId={sale.id} progress={progress} amount={amount} />
    </li>
  )
}

function Choices(props: { readonly saleId: string; readonly progress: Progress; readonly amount: string }) {
  const { t } = useTranslation()
  const { saleId: sale_id, progress, amount } = props
  const deciding = useRunning('parked.decide')
  const acknowledging = useRunning('parked.acknowledge')
  if (progress === 'checking' || progress === 'voiding' || progress === 'capturing') return null
  if (progress !== 'deciding') {
    return (
      <ActionButton
        kind="quiet"
        label={t(progress === 'not_found' ? 'parked.putAway' : 'parked.acknowledge')}
        disabled={acknowledging}
        onPress={() => send('parked.acknowledge', { sale_id })}
      />
    )
  }
  return (
    <>
      <ActionButton
        label={t('deciding.keep', { amount })}
        disabled={deciding}
        onPress={() => send('parked.decide', { sale_id, choice: 'keep' })}
      />
      <ActionButton
        kind="undo"
        label={t('deciding.void')}
        disabled={deciding}
        onPress={() => send('parked.decide', { sale_id, choice: 'void' })}
      />
    </>
  )
}

type Progress =
  | 'checking'
  | 'not_found'
  | 'voiding'
  | 'capturing'
  | 'deciding'
  | 'approved'
  | 'declined'
  | 'voided'
  | 'not_moved'

const icons = {
  checking: IconHourglass,
  not_found: IconHelpCircle,
  voiding: IconHourglass,
  capturing: IconHourglass,
  deciding: IconHelpCircle,
  approved: IconCircleCheck,
  declined: IconCircleCheck,
  voided: IconCircleCheck,
  not_moved: IconCircleCheck,
} as const

function progressOf(state: ParkedSale['state']): Exclude<Progress, 'not_found'> {
  switch (state.kind) {
    case 'stopped':
      return state.money
    case 'creating':
    case 'choosing_tip':
    case 'adding_tip':
    case 'reading_card':
    case 'confirming':
    case 'adding_surcharge':
    case 'authorizing':
    case 'checking':
      return 'checking'
    case 'signing':
      return 'approved'
    case 'voiding':
    case 'capturing':
    case 'deciding':
    case 'approved':
    case 'declined':
      return state.kind
    default:
      return assertNever(state)
  }
}
