import type { CheckoutPage } from '../../../src-shared/api/schemas/checkout-page.ts'
import { Title } from '../../components/title.tsx'
import type { Words } from '../../i18n/words.ts'
import type { Step } from '../page-state.ts'
import { methodName } from './paid-screen.tsx'

interface ConfirmScreenProps {
  readonly words: Words
  readonly view: CheckoutPage
  readonly step: Extract<Step, { name: 'confirm' }>
  readonly onConfirm: () => void
  readonly onBack: () => void
}

/** The card or the amount differs from what was expected: the payer has to agree before the payment. */
export function ConfirmScreen({ words, view, step, onConfirm, onBack }: ConfirmScreenProps) {
  const { payment_method: method, amount } = step.collected
  const reason = { surcharge: 'surcharge', no_surcharge: 'noSurcharge', changed: 'changed' } as const
  return (
    <section class="confirm">
      <Title text={words('confirm.title')} takesFocus />
      <p class="strong">{words(`confirm.${reason[step.because]}`)}</p>
      {method === null ? null : <p>{methodName(words, { ...method, payment_method_type: method.type })}</p>}
      <p class="hint">{words('confirm.nothingYet')}</p>
      <button type="button" class="primary" onClick={onConfirm}>
        {words('action.pay', { amount: words.money(amount, view.currency) })}
      </button>
      <button type="button" class="quiet" onClick={onBack}>
        {words('action.otherMethod')}
      </button>
    </section>
  )
}
