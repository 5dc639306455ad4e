import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { CancelButton } from './cancel-button.tsx'
import { milestoneOf } from './journey.ts'
import { RunningScreen } from './running-screen.tsx'

export function AddingTipScreen({ state: { sale, cancelling } }: { readonly state: SaleIn<'adding_tip'> }) {
  const { t } = useTranslation()
  return (
    <RunningScreen
      sale={sale}
      title={t(cancelling ? 'running.cancellingTitle' : 'running.addingTip')}
      detail={t('running.addingTipDetail')}
      milestone={milestoneOf(null, sale.entry)}
    >
      <CancelButton cancelling={cancelling} />
    </RunningScreen>
  )
}
