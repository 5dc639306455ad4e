import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import type { FieldName } from '../components/payment-details.ts'

/** What the payer is at, while the page is open for a payment. */
export type Step =
  | {
      readonly name: 'details'
      /** The fields that the service did not accept. */
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
      /** No answer came: it is being looked up, and asked again with the same key. */
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
      /** The last look at the service had no answer. */
      readonly offline: boolean
      /** This page saw the payment happen: it leads on to the shop. One that finds it done does not. */
      readonly followed: boolean
      /** Changes when the form is to be empty again. */
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

/** Each has a title of its own. What the service knows of the payment comes before what the payer was at. */
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

/** When the page looks again by itself, ms; null where nothing changes any more. */
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
