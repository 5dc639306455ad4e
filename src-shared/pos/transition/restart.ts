import { assertNever } from '../../result.ts'
import type { SaleState } from '../sale/sale.ts'
import { loadReceipt } from './at-card.ts'
import { firstLook, go, type Step, stay, stop } from './step.ts'

/**
 * The app starts and finds a sale in the journal. Everything that may have moved money is looked up before the next
 * sale; a known outcome is shown again, so that the cashier sees how the last sale ended.
 */
export function afterRestart(state: SaleState): Step {
  switch (state.kind) {
    case 'ready':
    case 'declined':
    case 'signing':
    case 'stopped':
      return stay(state)
    case 'deciding':
      // Others may have given the payment back meanwhile.
      return go(state, { kind: 'look_up', sale: state.sale, confirm: false })
    case 'creating':
      return go(stop(state.sale, 'interrupted', ''))
    case 'choosing_tip':
    case 'adding_tip':
    case 'reading_card':
    case 'confirming':
    case 'adding_surcharge':
      // The journal has no authorization, so none was sent; a look-up confirms it.
      return check(state.sale, { ended: true, ends_at: null, cancelling: false })
    case 'authorizing':
      return check(state.sale, { ended: false, ends_at: state.ends_at, cancelling: state.cancelling })
    case 'checking':
      return go(
        { ...state, cause: 'restarted', tries: 0, cancels: 0 },
        { kind: 'look_up', sale: state.sale, confirm: !state.ended },
      )
    case 'voiding':
    case 'capturing':
      return go(state, { kind: 'look_up', sale: state.sale, confirm: false })
    case 'approved':
      return go(
        { ...state, print: state.print === 'printing' ? 'failed' : state.print },
        ...loadReceipt(state.sale, state.payment),
      )
    default:
      return assertNever(state)
  }
}

const check = (
  sale: Extract<SaleState, { kind: 'checking' }>['sale'],
  rest: { readonly ended: boolean; readonly ends_at: string | null; readonly cancelling: boolean },
): Step =>
  go(
    {
      kind: 'checking',
      sale,
      ...firstLook,
      cause: 'restarted',
      otherwise: rest.cancelling ? 'cancelled_by_cashier' : 'interrupted',
      detail: '',
      ...rest,
    },
    { kind: 'look_up', sale, confirm: !rest.ended },
  )
