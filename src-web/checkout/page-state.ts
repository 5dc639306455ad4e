import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { FieldName } from '../components/payment-details.ts'

/** The payer's step while the page is open for a payment. */
export type Step =
  | {
      readonly name: 'details'
      /** The fields that the service refused. */
      readonly refused: readonly FieldName[]
      readonly notice: 'failed' | 'check_again' | 'busy' | null
    }
  | { readonly name: 'reading' }
  | {
      readonly name: 'confirm'
      readonly collected: CheckoutCollected
      readonly because: 'surcharge' | 'no_surcharge' | 'changed'
    }
  | {
      readonly name: 'paying'
      /** There was no answer: the outcome is looked up, and the request repeated with the same key. */
      readonly lost: boolean
    }

export type PageState =
  | { readonly at: 'loading' }
  | { readonly at: 'unreachable' }
  | { readonly at: 'not_found' }
  | {
      readonly at: 'shown'
      readonly view: CheckoutPage
      readonly step: Step
      /** The last request to the service had no answer. */
      readonly offline: boolean
      /** This page saw the payment happen and redirects to the shop. A page that finds it already paid does not. */
      readonly followed: boolean
      /** Changes when the form has to be emptied. */
      readonly form: number
    }

export const atDetails: Step = { name: 'details', refused: [], notice: null }

export type Screen =
  | 'loading'
  | 'unreachable'
  | 'not_found'
  | 'details'
  | 'declined'
  | 'confirm'
  | 'paying'
  | 'unknown'
  | 'paid'
  | 'already_paid'
  | 'saved'
  | 'expired'
  | 'cancelled'

/** Each screen has its own title. The service's state of the payment takes precedence over the payer's step. */
export function screenOf(state: PageState): Screen {
  if (state.at !== 'shown') return state.at
  const { view, step, followed } = state
  switch (view.state) {
    case 'open':
      if (step.name === 'confirm' || step.name === 'paying') return step.name
      return view.last_attempt === null ? 'details' : 'declined'
    case 'processing':
      return 'paying'
    case 'paid':
      return followed ? 'paid' : 'already_paid'
    default:
      return view.state
  }
}

/** Time until the next automatic look-up, in ms; null if the state is final. */
export function nextLookMs(state: PageState): number | null {
  if (state.at !== 'shown') return null
  switch (state.view.state) {
    case 'open':
      return state.step.name === 'paying' ? 3_000 : 10_000
    case 'processing':
      return 1_500
    case 'unknown':
      return 4_000
    default:
      return null
  }
}

const firstRetryMs = 1_000
const longestRetryMs = 10_000

/** Pause before an unanswered request is repeated, in ms. */
export const retryMs = (failures: number): number =>
  Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs)
