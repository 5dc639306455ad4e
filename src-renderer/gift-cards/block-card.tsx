import { useState } from 'react'
import type { FoundGiftCard } from '../../src-shared/pos/gift-cards/gift-cards.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import reasons from '../components/reason-field.module.css'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import style from './gift-cards.module.css'

/** Keys of `reasons.*`: why a card is blocked or unblocked. */
const usual = { block: ['lost', 'stolen', 'mistake'], unblock: ['found', 'wrongCard'] } as const

/** A manager blocks or unblocks a card, with a reason. Other people need a manager's PIN. */
export function BlockCard({
  card: { card_id, last_four, status },
  onChanged,
}: {
  readonly card: FoundGiftCard
  readonly onChanged: (status: FoundGiftCard['status']) => void
}) {
  const { t } = useTranslation('giftCards')
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const busy = useRunning('gift_cards.block')
  const blocked = status === 'active'
  const act = blocked ? 'block' : 'unblock'
  if (!isOpen) return <ActionButton kind="quiet" label={t(act)} onPress={() => setOpen(true)} />
  const done = async () => {
    if (busy || reason.trim() === '') return
    const refusal = await run('gift_cards.block', { card_id, last_four, blocked, reason: reason.trim() })
    if (refusal !== null) return
    setOpen(false)
    setReason('')
    onChanged(blocked ? 'blocked' : 'active')
  }
  return (
    <section className={style.form}>
      <h3 className={style.heading}>{t(act)}</h3>
      <div className={reasons.reason}>
        <Field
          label={t('reason')}
          value={reason}
          maxLength={200}
          autoFocus
          onChange={setReason}
          onEnter={() => void done()}
        />
        <ul className={reasons.usual}>
          {usual[act].map((key) => (
            <li key={key}>
              <button
                type="button"
                className={reasons.one}
                aria-pressed={reason === t(`reasons.${key}`)}
                onClick={() => setReason(t(`reasons.${key}`))}
              >
                {t(`reasons.${key}`)}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <ActionButton
        kind={blocked ? 'undo' : 'plain'}
        label={t(act)}
        disabled={busy || reason.trim() === ''}
        onPress={() => void done()}
      />
    </section>
  )
}
