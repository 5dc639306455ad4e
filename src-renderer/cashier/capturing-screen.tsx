import { IconCreditCard } from '@tabler/icons-react'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { Amount } from '../components/amount.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { cardName } from './card-name.ts'
import { ParkButton } from './park-button.tsx'

/** The tab is being closed: its total is captured from the card's hold. */
export function CapturingScreen({ state }: { readonly state: SaleIn<'capturing'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { sale, payment } = state
  const amount = money(sale.amount + sale.tip)
  return (
    <>
      <Stage
        tone="wait"
        title={t('capturing.title')}
        icon={<IconCreditCard size={72} stroke={1.5} aria-hidden />}
      >
        <Amount text={amount} size="large" />
        <Words>{cardName(payment.brand, payment.last_four)}</Words>
        <Words>{t('capturing.detail', { amount })}</Words>
        {state.parkable && state.refusals > 0 && <Words strong>{t('checking.refused')}</Words>}
        {state.parkable && <Words>{t('checking.parkable')}</Words>}
      </Stage>
      <Dock sale={sale}>{state.parkable && <ParkButton />}</Dock>
    </>
  )
}
