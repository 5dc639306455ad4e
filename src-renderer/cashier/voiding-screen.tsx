import { IconArrowBackUp } from '@tabler/icons-react'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { Amount } from '../components/amount.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { cardName } from './card-name.ts'
import { ParkButton } from './park-button.tsx'

export function VoidingScreen({ state }: { readonly state: SaleIn<'voiding'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { payment, tries } = state
  return (
    <>
      <Stage
        tone="wait"
        title={t('voiding.title')}
        icon={<IconArrowBackUp size={72} stroke={1.5} aria-hidden />}
      >
        <Amount text={money(payment.amount)} size="large" />
        <Words>{cardName(payment.brand, payment.last_four)}</Words>
        <Words>{t('voiding.detail', { amount: money(payment.amount) })}</Words>
        {state.parkable && state.refusals > 0 && <Words strong>{t('checking.refused')}</Words>}
        {state.parkable && <Words>{t('checking.parkable')}</Words>}
        {tries > 1 && <Words>{t('voiding.tries', { tries })}</Words>}
      </Stage>
      <Dock sale={state.sale}>{state.parkable && <ParkButton />}</Dock>
    </>
  )
}
