import { IconCashRegister } from '@tabler/icons-react'
import { useState } from 'react'
import { capturedSurcharge, leastCapture } from '../../src-shared/payments/captured-parts.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { type AmountKey, digitKeys } from '../cashier/amount-entry.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { EntryStage } from '../components/entry-stage.tsx'
import { Keypad } from '../components/keypad.tsx'
import { Segments } from '../components/segments.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import style from './money-entry.module.css'
import { allOf, pressPart } from './part-entry.ts'
import { confirmAction } from './payments-store.ts'
import { type PossibleAction, paidWith } from './possible-actions.ts'

const parts = ['purchase', 'tip'] as const
type Part = (typeof parts)[number]

interface CaptureActionProps {
  readonly action: PossibleAction
  readonly history: PaymentHistory
}

/** Enters the amount to capture: the purchase and the tip. More than the hold cannot be captured. */
export function CaptureAction({ action: { most, ...action }, history }: CaptureActionProps) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const { intent } = history
  const before = Math.min(intent.tip_amount, most)
  const [part, setPart] = useState<Part>('purchase')
  const [entries, setEntries] = useState(() => ({ purchase: allOf(most - before), tip: allOf(before) }))
  const purchase = entries.purchase.amount
  const tip = entries.tip.amount
  const total = purchase + tip
  // The tip is entered separately here.
  const surcharge_amount = capturedSurcharge(intent, most, purchase)
  const least = leastCapture(intent, { tip_amount: 0, surcharge_amount })
  const isTooMuch = total > most
  const mayGoOn = total > 0 && purchase >= least && !isTooMuch
  const press = (key: AmountKey) =>
    setEntries((present) => ({ ...present, [part]: pressPart(present[part], key) }))
  const goOn = () => {
    if (mayGoOn) confirmAction({ ...action, most }, total, tip === intent.tip_amount ? null : tip)
  }
  useKeys({
    ...Object.fromEntries(digitKeys.map((digit) => [digit, () => press(digit)])),
    backspace: () => press('backspace'),
    delete: () => press('clear'),
    enter: goOn,
  })
  const card = paidWith(history)?.payment_method?.card
  const name = card === undefined || card === null ? '' : cardName(card.brand, card.last_four_digits)
  const words = isTooMuch
    ? t('do.capture.noMore', { amount: money(most) })
    : purchase < least
      ? t('do.capture.least', { amount: money(least) })
      : t('do.capture.sum', { purchase: money(purchase), tip: money(tip) })
  return (
    <EntryStage
      brief
      icon={<IconCashRegister size={56} stroke={1.5} aria-hidden />}
      title={t('do.capture.title')}
      words={[name, t('do.capture.explain')].filter((text) => text !== '').join(' · ')}
      dock={
        <>
          <Segments
            hideLegend
            legend={t('do.capture.part')}
            options={parts.map((value) => ({ value, label: t(`do.capture.${value}`) }))}
            value={part}
            onChange={setPart}
          />
          <Keypad onPress={press} />
          <ActionButton
            kind="primary"
            label={t('do.capture.go', { amount: money(total) })}
            keyHint="Enter"
            disabled={!mayGoOn}
            onPress={goOn}
          />
        </>
      }
    >
      <Amount text={money(entries[part].amount)} faint={entries[part].amount === 0} live />
      <p className={`${style.left} ${isTooMuch || purchase < least ? style.refused : ''}`} aria-live="polite">
        {isTooMuch ? words : `${words} · ${t('do.capture.of', { amount: money(most) })}`}
      </p>
    </EntryStage>
  )
}
