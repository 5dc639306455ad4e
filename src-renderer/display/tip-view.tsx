import { useState } from 'react'
import type { Cents } from '../../src-shared/money.ts'
import type { DisplayView } from '../../src-shared/pos/customer-display/display-snapshot.ts'
import { pressKey } from '../cashier/amount-entry.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { Keypad } from '../components/keypad.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney, usePercent } from './display-store.ts'

/** The terminal has no screen: the customer chooses a tip here. Each choice shows its amount. */
export function TipView({ question }: { readonly question: Extract<DisplayView, { kind: 'tip' }> }) {
  const { t } = useTranslation('display')
  const money = useMoney()
  const percentOf = usePercent()
  const { prompt, amount, offer } = question
  const [typed, setTyped] = useState<Cents | null>(null)
  const [sending, setSending] = useState(false)
  const choose = async (tip: Cents) => {
    setSending(true)
    if (!(await window.customerDisplay.chooseTip(prompt, tip))) setSending(false)
  }
  if (typed !== null) {
    return (
      <section className={`${style.message} ${style.typing}`}>
        <h1 className={style.title}>{t('customTip')}</h1>
        <Amount size="large" text={money(typed)} faint={typed === 0} live />
        <Keypad onPress={(key) => setTyped(pressKey(typed, key))} />
        <div className={style.choices}>
          <ActionButton label={t('back')} disabled={sending} onPress={() => setTyped(null)} />
          <ActionButton
            kind="primary"
            label={t('giveTip', { total: money(amount + typed) })}
            // Main accepts at most twice the amount.
            disabled={sending || typed > amount * 2}
            onPress={() => void choose(typed)}
          />
        </div>
      </section>
    )
  }
  return (
    <section className={style.message}>
      <h1 className={style.title}>{t('chooseTip')}</h1>
      <p className={style.text}>{t('tipOn', { amount: money(amount) })}</p>
      <div className={style.tips}>
        {offer.presets.map(({ percent, tip }) => (
          <ActionButton
            key={percent}
            label={`${percentOf(percent)}\u00a0· ${money(tip)}`}
            disabled={sending}
            onPress={() => void choose(tip)}
          />
        ))}
      </div>
      <div className={style.choices}>
        {offer.custom && (
          <ActionButton label={t('customTip')} disabled={sending} onPress={() => setTyped(0)} />
        )}
        <ActionButton label={t('noTip')} disabled={sending} onPress={() => void choose(0)} />
      </div>
    </section>
  )
}
