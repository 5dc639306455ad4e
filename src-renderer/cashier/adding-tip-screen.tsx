import { useTranslation } from 'react-i18next'
import type { SaleFacts } from '../../src-shared/pos/sale.ts'
import { CancelButton } from './cancel-button.tsx'
import { milestoneOf } from './journey.ts'
import { RunningScreen } from './running-screen.tsx'

export function AddingTipScreen({ sale }: { readonly sale: SaleFacts }) {
  const { t } = useTranslation()
  return (
    <RunningScreen
      sale={sale}
      title={t('running.addingTip')}
      detail={t('running.addingTipDetail')}
      milestone={milestoneOf(null, sale.entry)}
    >
      <CancelButton cancelling={false} />
    </RunningScreen>
  )
}
