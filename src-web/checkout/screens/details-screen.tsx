import type { CheckoutPage } from '../../../src-shared/api/schemas/checkout-page.ts'
import { declineReason } from '../../components/decline-reason.ts'
import { Notice } from '../../components/notice.tsx'
import type { MethodType } from '../../components/payment-details.ts'
import { Title } from '../../components/title.tsx'
import type { Words } from '../../i18n/words.ts'
import type { Checkout } from '../checkout.ts'
import { DetailsForm } from '../details-form.tsx'
import type { Due } from '../due.ts'
import type { Step } from '../page-state.ts'
import { ShopLink } from './shop-link.tsx'

interface DetailsScreenProps {
  readonly words: Words
  readonly checkout: Checkout
  readonly view: CheckoutPage
  readonly step: Extract<Step, { name: 'details' | 'reading' }>
  readonly form: number
  readonly type: MethodType
  readonly due: Due
  readonly takesFocus: boolean
  readonly onChoose: (type: MethodType) => void
}

/** The payment form; after a decline, the reason is shown above. */
export function DetailsScreen(props: DetailsScreenProps) {
  const { words, checkout, view, step, form, type, due, takesFocus, onChoose } = props
  const { merchant_name: merchant, last_attempt: attempt } = view
  const isSaving = view.mode === 'save'
  const title =
    attempt === null
      ? words(isSaving ? 'page.saveFor' : 'page.payTo', { merchant })
      : failureTitle(words, view)
  return (
    <section class="details">
      <Title text={title} takesFocus={takesFocus || attempt !== null} />
      {attempt === null ? null : (
        <Notice kind="bad">
          <p>{words(declineReason(attempt.category))}</p>
          <p class="strong">{words('declined.notCharged')}</p>
          <p>{words('declined.another')}</p>
        </Notice>
      )}
      {isSaving && attempt === null ? <p class="hint">{words('page.saveHint')}</p> : null}
      <DetailsForm
        key={form}
        words={words}
        view={view}
        step={step}
        type={type}
        due={due}
        onChoose={onChoose}
        onSubmit={(details) => void checkout.submit(details, due.total)}
      />
      {view.wallets_requested ? <p class="hint">{words('page.noWallets')}</p> : null}
      <p class="hint">{words('page.secure', { merchant })}</p>
      <ShopLink href={view.cancel_url} text={words('page.back', { merchant })} />
    </section>
  )
}

/** Only a bank declines. If it never answered, the payment was not declined. */
function failureTitle(words: Words, { mode, last_attempt: attempt }: CheckoutPage): string {
  if (mode === 'save') return words('declined.saveTitle')
  const isNoAnswer = declineReason(attempt?.category ?? '') === 'declined.reason.processing_error'
  return words(isNoAnswer ? 'declined.failedTitle' : 'declined.title')
}
