import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { CancelButton } from './cancel-button.tsx'
import { milestones } from './journey.ts'
import { RunningScreen } from './running-screen.tsx'

export function CreatingScreen({ sale }: { readonly sale: SaleFacts }) {
  const { t } = useTranslation()
  const { tip_presets: presets, tip_custom: custom } = useSnapshot((snapshot) => snapshot.settings)
  return (
    <RunningScreen
      sale={sale}
      title={t('running.creating')}
      detail={t('running.creatingDetail')}
      milestone={milestones(sale.entry, presets.length > 0 || custom)[0] ?? 'amount'}
    >
      <CancelButton cancelling={false} />
    </RunningScreen>
  )
}
