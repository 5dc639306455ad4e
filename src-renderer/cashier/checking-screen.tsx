import { IconHandStop } from '@tabler/icons-react'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { Amount } from '../components/amount.tsx'
import { BigWords, Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { CancelButton } from './cancel-button.tsx'
import { ParkButton } from './park-button.tsx'

/**
 * The outcome is unknown. The screen does not guess it and offers no button that could charge a second time.
 * Cancel explains what to do if the card turns out not to have been charged.
 */
export function CheckingScreen({ state }: { readonly state: SaleIn<'checking'> }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { sale, cause, cancelling, tries } = state
  return (
    <>
      <Stage
        tone="wait"
        title={t('checking.title')}
        icon={<IconHandStop size={72} stroke={1.5} aria-hidden />}
      >
        <BigWords>{t('checking.stop')}</BigWords>
        <Words strong>{t('checking.question')}</Words>
        <Amount text={money(chargedOf(sale))} size="large" />
        <Words>{t(`checking.cause.${cause}`)}</Words>
        <Words>{t(cancelling ? 'checking.nextCancelling' : 'checking.next')}</Words>
        {state.parkable && state.refusals > 0 && <Words strong>{t('checking.refused')}</Words>}
        {state.parkable && <Words>{t('checking.parkable')}</Words>}
        {tries > 0 && <Words>{t('checking.tries', { tries })}</Words>}
      </Stage>
      <Dock sale={sale}>
        {state.parkable && <ParkButton />}
        <CancelButton cancelling={cancelling} />
      </Dock>
    </>
  )
}
