import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { SaleIn } from '../../src-shared/pos/sale/sale.ts'
import { assertNever } from '../../src-shared/result.ts'
import { ActionButton } from '../components/action-button.tsx'
import { TimeRing } from '../components/time-ring.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { send, useRunning } from '../stores/command-store.ts'
import { CancelButton } from './cancel-button.tsx'
import { cardName } from './card-name.ts'
import { milestoneOf, stepWords } from './journey.ts'
import { RunningScreen } from './running-screen.tsx'

type SurchargeState = SaleIn<'reading_card' | 'confirming' | 'adding_surcharge'>

/** The cardholder is asked about a surcharge or a saved card; the card has not been charged. */
export function SurchargeScreen({ state }: { readonly state: SurchargeState }) {
  const { t } = useTranslation()
  const { sale, cancelling } = state
  const words = useWords(state)
  const agreeing = useRunning('sale.customer_agrees')
  // In all other cases the cardholder agrees on the terminal only.
  const cashierAsks = state.kind === 'confirming' && state.by_cashier
  return (
    <RunningScreen
      // Shows the surcharge that the customer is asked about.
      sale={state.kind === 'confirming' ? { ...sale, surcharge: state.surcharge } : sale}
      title={cancelling ? t('running.cancellingTitle') : words.title}
      detail={words.detail}
      milestone={words.milestone}
      aside={
        state.kind === 'adding_surcharge' || cashierAsks ? undefined : <TimeRing endsAt={state.ends_at} />
      }
    >
      <CancelButton cancelling={cancelling} />
      {cashierAsks && !cancelling && (
        <ActionButton
          kind="primary"
          label={t('running.customerAgrees')}
          disabled={agreeing}
          onPress={() => send('sale.customer_agrees', undefined)}
        />
      )}
    </RunningScreen>
  )
}

function useWords(state: SurchargeState) {
  const { t } = useTranslation()
  const money = useMoney()
  const { sale } = state
  switch (state.kind) {
    case 'reading_card': {
      // The customer agrees to the amount after the card is read.
      const at = milestoneOf(state.step, sale.entry)
      const milestone = at === 'tip' ? 'tip' : 'card'
      return { title: t(stepWords(state)), detail: t('running.readingDetail'), milestone } as const
    }
    case 'confirming': {
      const { surcharge } = state
      if (sale.token?.saved) {
        const facts = {
          card: cardName(sale.token.brand, sale.token.last_four),
          total: money(chargedOf(sale)),
        }
        const detail = t(state.by_cashier ? 'running.savedCardByCashier' : 'running.savedCardDetail', facts)
        const title = t(state.by_cashier ? 'running.askForCard' : 'running.savedCard')
        return { title, detail, milestone: 'consent' } as const
      }
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
