import { useState } from 'react'
import type { Cents } from '../../src-shared/money.ts'
import { ActionButton } from '../components/action-button.tsx'
import { SignatureField, type SignatureHandle } from '../components/signature-field.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './display.module.css'
import { useMoney } from './display-store.ts'

interface SignViewProps {
  readonly prompt: string
  readonly amount: Cents
}

/** The terminal has no signature pad: the customer signs here, or the cashier skips the signature. */
export function SignView({ prompt, amount }: SignViewProps) {
  const { t } = useTranslation('display')
  const money = useMoney()
  const [drawn, setDrawn] = useState<SignatureHandle | null>(null)
  const [sending, setSending] = useState(false)
  const sign = async (signature: string) => {
    setSending(true)
    if (!(await window.customerDisplay.sign(prompt, signature))) setSending(false)
  }
  return (
    <section className={style.message}>
      <h1 className={style.title}>{t('sign', { amount: money(amount) })}</h1>
      <SignatureField label={t('signPad')} lineLabel={t('signLine')} onChange={setDrawn} />
      <div className={style.choices}>
        <ActionButton
          label={t('clear')}
          disabled={drawn === null || sending}
          onPress={() => drawn?.clear()}
        />
        <ActionButton
          kind="primary"
          label={t('done')}
          disabled={drawn === null || sending}
          onPress={() => {
            if (drawn !== null) void sign(drawn.picture())
          }}
        />
      </div>
    </section>
  )
}
