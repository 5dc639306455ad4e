import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { TimeRing } from '../components/time-ring.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { AwaitingSignatureScreen } from './awaiting-signature-screen.tsx'
import { CancelButton } from './cancel-button.tsx'
import { milestoneOf, stepWords } from './journey.ts'
import { RunningScreen } from './running-screen.tsx'

export function AuthorizingScreen({ state }: { readonly state: SaleIn<'authorizing'> }) {
  const { t } = useTranslation()
  const { sale, step, cancelling, payment } = state
  if (payment !== null) return <AwaitingSignatureScreen state={state} payment={payment} />
  const byToken = sale.token !== null
  const detail = t(
    byToken ? 'running.payingDetail' : sale.entry === 'manual' ? 'running.detailManual' : 'running.detail',
  )
  const asking = byToken ? t('step.authorizing') : t(stepWords(state))
  return (
    <RunningScreen
      sale={sale}
      title={cancelling ? t('running.cancellingTitle') : asking}
      detail={cancelling ? t('running.cancellingDetail') : detail}
      milestone={byToken ? 'bank' : milestoneOf(step, sale.entry)}
      aside={<TimeRing endsAt={state.ends_at} />}
    >
      <CancelButton cancelling={cancelling} />
    </RunningScreen>
  )
}
