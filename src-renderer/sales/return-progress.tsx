import { IconAlertTriangle, IconCircleCheck, IconClock, IconHourglass } from '@tabler/icons-react'
import { useState } from 'react'
import { notAsked } from '../../src-shared/pos/refusals.ts'
import type { Return, ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { currentPart, isRefusedForMore, partCents } from '../../src-shared/pos/returns/return-sums.ts'
import { isChoosing } from '../../src-shared/pos/returns/waiting-exchange.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { approvalTrouble, ManagerPinField } from '../components/manager-pin-field.tsx'
import { Notice } from '../components/notice.tsx'
import { Spoken } from '../components/spoken.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { partName } from './sale-words.ts'
import style from './sales.module.css'

/** The progress of a return: what the customer has received, what is on its way, and the cashier's next step. */
export function ReturnProgress({
  one,
  isBesideSale = false,
}: {
  readonly one: Return
  /** Shown with the bill of the new goods, which already lists the exchange as a tender. */
  readonly isBesideSale?: boolean
}) {
  const { t } = useTranslation('sales')
  const money = useMoney()
  const part = one.status === 'open' ? currentPart(one) : null
  const isExchange = isChoosing(one)
  const parts = isExchange ? [] : one.parts.filter(({ kind }) => !isBesideSale || kind !== 'exchange')
  const handing = useRunning('returns.handed_back')
  const isUntouched = one.parts.every(({ state }) => ['waiting', 'refused', 'to_hand_back'].includes(state))
  const return_id = one.id
  const heading = isExchange
    ? t('exchanging')
    : part !== null && isRefusedForMore(part)
      ? t('moreTitle')
      : one.parts.length === 0
        ? t('takenBack')
        : t(one.status === 'open' ? `doing.${part?.state ?? 'waiting'}` : 'ended')
  return (
    <>
      <h2 className={style.heading}>{heading}</h2>
      <Spoken status>{heading}</Spoken>
      {isExchange && <p className={style.note}>{t('exchangingText')}</p>}
      <ul className={style.parts}>
        {parts.map((each) => (
          <li key={`${each.kind} ${each.tender_id}`} className={style.part}>
            <PartIcon part={each} />
            <span className={style.partWords}>
              <strong>
                {money(partCents(each))} · {partName(each, t)}
              </strong>
              <span className={style.soft}>{partWords(each, t)}</span>
            </span>
          </li>
        ))}
      </ul>
      {part !== null && part.kind !== 'cash' && part.state === 'refused' && (
        <Refused one={one} part={part} canCancel={isUntouched} />
      )}
      {part?.kind === 'cash' && part.state === 'to_hand_back' && (
        // No keyboard shortcut: the money must have changed hands.
        <ActionButton
          kind="primary"
          label={t('handedBack', { amount: money(partCents(part)) })}
          disabled={handing}
          onPress={() => send('returns.handed_back', { return_id })}
        />
      )}
      {part !== null && isUntouched && (
        <ActionButton
          label={t(isExchange ? 'exchangeCancel' : 'cancel')}
          onPress={() => send('returns.cancel', { return_id })}
        />
      )}
      {one.status === 'done' && !isBesideSale && (
        <ActionButton
          kind="primary"
          label={t('done')}
          onPress={() => send('returns.acknowledge', { return_id })}
        />
      )}
    </>
  )
}

function PartIcon({ part: { state } }: { readonly part: ReturnPart }) {
  if (state === 'done') return <IconCircleCheck size={30} aria-hidden />
  if (state === 'waiting') return <IconClock size={30} aria-hidden />
  if (state === 'refused' || state === 'unresolved') return <IconAlertTriangle size={30} aria-hidden />
  return <IconHourglass size={30} aria-hidden />
}

/** What the customer receives, and when, as far as it is known. */
function partWords(part: ReturnPart, t: ReturnType<typeof useTranslation<'sales'>>['t']): string {
  if (part.kind === 'card' && part.state === 'done') return t(part.how === 'void' ? 'got.void' : 'got.refund')
  if (part.kind === 'gift_card' && part.state === 'sending') return t('asking')
  return t(`is.${part.state}`)
}

/**
 * This card's refund was refused. Offers a retry, or cash with a manager's approval; both need approval if something
 * else went back on this card.
 */
function Refused({
  one: { id: return_id },
  part,
  canCancel,
}: {
  readonly one: Return
  readonly canCancel: boolean
  readonly part: Exclude<ReturnPart, { kind: 'cash' | 'exchange' }>
}) {
  const { t } = useTranslation('sales')
  const { t: counter } = useTranslation()
  const [pin, setPin] = useState('')
  const [needsPin, setNeedsPin] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const hasMore = isRefusedForMore(part)
  const more = canCancel ? `${t('moreText')} ${t('moreCancel')}` : t('moreText')
  const ask = async (command: 'returns.in_cash' | 'returns.retry') => {
    const done = await askMain(command, pin === '' ? { return_id } : { return_id, pin })
    if (done.ok) return
    const { code } = done.error
    setPin('')
    if (code === 'pin_needed' || code === 'pin_wrong') setNeedsPin(true)
    setTrouble(code === 'service_away' ? t('unreachable') : approvalTrouble(code, counter))
  }
  return (
    <>
      <Notice
        alert
        tone="wait"
        title={t('refusedTitle')}
        text={hasMore ? more : part.detail === notAsked ? t('unreachable') : part.detail}
      />
      {needsPin && <ManagerPinField autoFocus value={pin} onChange={setPin} />}
      {trouble !== null && (
        <p role="alert">
          <strong>{trouble}</strong>
        </p>
      )}
      <div className={style.pair}>
        <ActionButton label={t('inCash')} onPress={() => void ask('returns.in_cash')} />
        <ActionButton
          kind={hasMore ? 'plain' : 'primary'}
          label={t('again')}
          onPress={() => void ask('returns.retry')}
        />
      </div>
    </>
  )
}
