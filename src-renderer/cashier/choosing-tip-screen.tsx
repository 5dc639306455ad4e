import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { TimeRing } from '../components/time-ring.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { CancelButton } from './cancel-button.tsx'
import { RunningScreen } from './running-screen.tsx'

export function ChoosingTipScreen({ state }: { readonly state: SaleIn<'choosing_tip'> }) {
  const { t } = useTranslation()
  const skipping = useRunning('sale.skip_tip')
  const { sale, cancelling } = state
  return (
    <RunningScreen
      sale={sale}
      title={t(cancelling ? 'running.cancellingTitle' : 'running.tip')}
      detail={t(cancelling ? 'running.cancellingTip' : 'running.tipDetail')}
      milestone="tip"
      aside={state.ends_at === null ? undefined : <TimeRing endsAt={state.ends_at} />}
    >
      <CancelButton cancelling={cancelling} />
      {!cancelling && (
        <ActionButton
          label={t('running.skipTip')}
          disabled={skipping}
          onPress={() => send('sale.skip_tip', undefined)}
        />
      )}
    </RunningScreen>
  )
}
