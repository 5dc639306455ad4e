import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { type AmountKey, digitKeys } from '../cashier/amount-entry.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { EntryStage } from '../components/entry-stage.tsx'
import { Keypad } from '../components/keypad.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import style from './money-entry.module.css'
import { allOf, pressPart } from './part-entry.ts'
import { confirmAction } from './payments-store.ts'
import { type PossibleAction, paidWith } from './possible-actions.ts'

interface RefundActionProps {
  readonly action: PossibleAction
  readonly history: PaymentHistory
}

/** Enters the refund amount: the whole amount until a part is typed. A larger amount cannot be refunded. */
export function RefundAction({ action, history }: RefundActionProps) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const [entry, setEntry] = useState(() => allOf(action.most))
  const { most } = action
  const card = paidWith(history)?.payment_method?.card
  const press = (key: AmountKey) => setEntry((before) => pressPart(before, key))
  const isTooMuch = entry.amount > most
  const mayGoOn = entry.amount > 0 && !isTooMuch
  const goOn = () => {
    if (mayGoOn) confirmAction(action, entry.amount)
  }
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: goOn,
  })
  const name = card === undefined || card === null ? '' : cardName(card.brand, card.last_four_digits)
  return (
    <EntryStage
      brief
      icon={<IconArrowBackUp size={56} stroke={1.5} aria-hidden />}
      title={t('do.refund.title')}
      words={[name, t('do.refund.explain')].filter((part) => part !== '').join(' · ')}
      dock={
        <>
          <Keypad onPress={press} />
          <ActionButton
            label={t('do.refund.all', { amount: money(most) })}
            disabled={entry.amount === most}
            onPress={() => setEntry(allOf(most))}
          />
          <ActionButton
            kind="primary"
            label={t('do.refund.go', { amount: money(entry.amount) })}
            keyHint="Enter"
            disabled={!mayGoOn}
            onPress={goOn}
          />
        </>
      }
    >
      <Amount text={money(entry.amount)} faint={entry.amount === 0} live />
      <p className={`${style.left} ${isTooMuch ? style.refused : ''}`} aria-live="polite">
        {isTooMuch
          ? t('do.refund.noMore', { amount: money(most) })
          : t('do.refund.of', { amount: money(most), left: money(most - entry.amount) })}
      </p>
    </EntryStage>
  )
}
