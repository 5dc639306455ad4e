import { useState } from 'react'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { SignatureField, type SignatureHandle } from '../components/signature-field.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { cardName } from './card-name.ts'
import style from './signing-screen.module.css'
import { VoidButton } from './void-button.tsx'

/** The payment is already approved; its signature may be skipped. */
export function SigningScreen({ state }: { readonly state: SaleIn<'signing'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const sending = useRunning('sale.sign')
  const [drawn, setDrawn] = useState<SignatureHandle | null>(null)
  const { payment } = state
  const done = () => {
    if (drawn !== null) send('sale.sign', { signature: drawn.picture() })
  }
  useKeys({ enter: done })
  return (
    <>
      <Stage title={t('signing.title')}>
        <Words strong>{t('signing.approved', { amount: money(payment.amount) })}</Words>
        <Words>{cardName(payment.brand, payment.last_four)}</Words>
        <SignatureField label={t('signing.pad')} lineLabel={t('signing.line')} onChange={setDrawn} />
      </Stage>
      <Dock sale={state.sale} unasked>
        <VoidButton disabled={sending} />
        <div className={style.besides}>
          <ActionButton
            kind="quiet"
            label={t('signing.without')}
            disabled={sending}
            onPress={() => send('sale.sign', { signature: null })}
          />
          <ActionButton
            label={t('signing.clear')}
            disabled={drawn === null || sending}
            onPress={() => drawn?.clear()}
          />
        </div>
        <ActionButton
          kind="primary"
          label={t('signing.done')}
          keyHint="Enter"
          disabled={drawn === null || sending}
          onPress={done}
        />
      </Dock>
    </>
  )
}
