import { IconAlertTriangle, IconGift, IconHourglass } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { groupedCode } from '../../src-shared/payments/gift-card-code.ts'
import type { GiftCardTask } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from '../shell/bars/bar.module.css'
import { send, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import own from './gift-cards.module.css'

/** New cards whose codes customers have not received yet, and requests that the service refused. */
export function GiftCardsBar() {
  const { t } = useTranslation('giftCards')
  const tasks = useSnapshot(({ gift_cards }) => gift_cards.tasks)
  return (
    <ul className={style.bar} aria-label={t('list')}>
      {tasks.map((task) => (
        <Line key={task.reference} task={task} />
      ))}
    </ul>
  )
}

function Line({ task }: { readonly task: GiftCardTask }) {
  const { t } = useTranslation('giftCards')
  const money = useMoney()
  const printing = useRunning('gift_cards.print')
  const putting = useRunning('gift_cards.put_away')
  const { reference, state } = task
  const Icon = state === 'refused' ? IconAlertTriangle : state === 'waiting' ? IconHourglass : IconGift
  return (
    <li className={style.line} data-gift-card={state}>
      <Icon size={26} aria-hidden />
      <span className={style.words} role="status">
        {lineWords(task, t, money(task.amount))}{' '}
        {state === 'to_hand_over' && task.code !== null && (
          <strong className={own.code}>{groupedCode(task.code)}</strong>
        )}
      </span>
      {state === 'to_hand_over' && (
        <ActionButton
          label={t('print')}
          disabled={printing}
          onPress={() => send('gift_cards.print', { reference })}
        />
      )}
      {state !== 'waiting' && (
        <ActionButton
          kind="quiet"
          label={t(state === 'refused' ? 'seen' : 'handedOver')}
          disabled={putting}
          onPress={() => send('gift_cards.put_away', { reference })}
        />
      )}
    </li>
  )
}

function lineWords(
  { state, task, kind, perhaps, last_four, bill: number, detail }: GiftCardTask,
  t: TFunction<'giftCards'>,
  amount: string,
): string {
  const values = { amount, last_four, number, detail }
  if (state === 'to_hand_over') return t(`new.${kind}`, values)
  const words = perhaps ? 'perhaps' : task
  return t(state === 'refused' ? `refused.${words}` : `waiting.${words}`, values)
}
