import { IconCircleCheckFilled } from '@tabler/icons-react'
import { balanceDue } from '../../src-shared/payments/partial-approval.ts'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { PaymentSummary, SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Amount } from '../components/amount.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { TimeRing } from '../components/time-ring.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { cardName } from './card-name.ts'
import { VoidButton } from './void-button.tsx'

interface AwaitingSignatureProps {
  readonly state: SaleIn<'authorizing'>
  readonly payment: PaymentSummary
}

/** The payment is approved; the customer removes the card and signs. Skipping the signature undoes nothing. */
export function AwaitingSignatureScreen({ state, payment }: AwaitingSignatureProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const skipping = useRunning('sale.skip_signature')
  const { sale, step, asked } = state
  const partial = balanceDue(chargedOf(sale), payment.amount) > 0
  const detail = step === 'remove_card' ? 'cardFirst' : step === 'printing' ? 'printing' : 'signing'
  return (
    <>
      <Stage
        tone="good"
        title={t(partial ? 'awaitingSignature.partial' : 'awaitingSignature.title')}
        icon={<IconCircleCheckFilled size={72} aria-hidden />}
      >
        <Amount text={money(payment.amount)} />
        <Words strong>{cardName(payment.brand, payment.last_four)}</Words>
        <Words>{t(asked === 'nothing' ? `awaitingSignature.${detail}` : `awaitingSignature.${asked}`)}</Words>
      </Stage>
      <Dock pinned unasked sale={sale} above={<TimeRing endsAt={state.ends_at} />}>
        <VoidButton disabled={asked === 'void'} />
        <ActionButton
          kind="primary"
          label={t('awaitingSignature.skip')}
          disabled={skipping || asked !== 'nothing'}
          onPress={() => send('sale.skip_signature', undefined)}
        />
      </Dock>
    </>
  )
}
