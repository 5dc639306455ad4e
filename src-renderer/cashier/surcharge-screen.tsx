import { useTranslation } from 'react-i18next'
import { chargedOf } from '../../src-shared/pos/charged.ts'
import type { SaleIn } from '../../src-shared/pos/sale.ts'
import { assertNever } from '../../src-shared/result.ts'
import { TimeRing } from '../components/time-ring.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { CancelButton } from './cancel-button.tsx'
import { milestoneOf, stepWords } from './journey.ts'
import { RunningScreen } from './running-screen.tsx'

type SurchargeState = SaleIn<'reading_card' | 'confirming' | 'adding_surcharge'>

/** The card is read, and its holder asked about the surcharge: nothing has been charged. */
export function SurchargeScreen({ state }: { readonly state: SurchargeState }) {
  const { t } = useTranslation()
  const { sale } = state
  const cancelling = state.kind !== 'adding_surcharge' && state.cancelling
  const words = useWords(state)
  return (
    <RunningScreen
      sale={sale}
      title={cancelling ? t('running.cancellingTitle') : words.title}
      detail={words.detail}
      milestone={words.milestone}
      aside={state.kind === 'adding_surcharge' ? undefined : <TimeRing endsAt={state.ends_at} />}
    >
      <CancelButton cancelling={cancelling} />
    </RunningScreen>
  )
}

function useWords(state: SurchargeState) {
  const { t } = useTranslation()
  const money = useMoney()
  const { sale } = state
  switch (state.kind) {
    case 'reading_card': {
      // The amount is agreed to after the card is read.
      const at = milestoneOf(state.step, sale.entry)
      const milestone = at === 'tip' ? 'tip' : 'card'
      return { title: t(stepWords(state)), detail: t('running.readingDetail'), milestone } as const
    }
    case 'confirming': {
      const { surcharge } = state
      const detail = t('running.confirmingDetail', {
        fee: money(surcharge),
        total: money(chargedOf({ ...sale, surcharge })),
      })
      return { title: t('running.confirming'), detail, milestone: 'consent' } as const
    }
    case 'adding_surcharge': {
      const title = t('running.addingSurcharge')
      return { title, detail: t('running.addingSurchargeDetail'), milestone: 'consent' } as const
    }
    default:
      return assertNever(state)
  }
}
