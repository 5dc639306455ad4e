import { useEffect } from 'preact/hooks'
import type { CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import { BankFields } from '../components/bank-fields.tsx'
import { CardFields } from '../components/card-fields.tsx'
import { MethodChoice } from '../components/method-choice.tsx'
import { Notice } from '../components/notice.tsx'
import type { MethodType, PaymentDetails } from '../components/payment-details.ts'
import { Spinner } from '../components/spinner.tsx'
import { useDetails } from '../components/use-details.ts'
import type { Words } from '../i18n/words.ts'
import type { Due } from './due.ts'
import type { Step } from './page-state.ts'

interface DetailsFormProps {
  readonly words: Words
  readonly view: CheckoutPage
  readonly step: Extract<Step, { name: 'details' | 'reading' }>
  readonly type: MethodType
  readonly due: Due
  readonly onChoose: (type: MethodType) => void
  readonly onSubmit: (details: PaymentDetails) => void
}

/** Entries are kept in memory only, and disappear with the form. */
export function DetailsForm({ words, view, step, type, due, onChoose, onSubmit }: DetailsFormProps) {
  const isReading = step.name === 'reading'
  const refused = step.name === 'details' ? step.refused : []
  const details = useDetails({ type, postalCode: view.billing.postal_code, now: new Date() })
  const { typed, problems, onType, onLeave } = details

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal, not at each drawing
  useEffect(() => {
    if (refused.length > 0) details.refuse(refused)
  }, [refused])

  function submit(event: Event): void {
    event.preventDefault()
    if (isReading) return
    const read = details.read()
    if (read !== null) onSubmit(read)
  }
  const common = { words, typed, problems, disabled: isReading, onType, onLeave }
  const count = Object.keys(problems).length
  const money = words.money(due.total, view.currency)
  return (
    <form noValidate onSubmit={submit} autocomplete="on">
      <MethodChoice
        words={words}
        types={view.payment_method_types}
        chosen={type}
        disabled={isReading}
        legend={words(view.mode === 'save' ? 'method.saveTitle' : 'method.title')}
        onChoose={(chosen) => {
          details.clearProblems()
          onChoose(chosen)
        }}
      />
      {type === 'card' ? (
        <CardFields {...common} postalCode={view.billing.postal_code} />
      ) : (
        <BankFields {...common} type={type} />
      )}
      {type === 'card' ? null : (
        <p class="hint">
          {view.mode === 'save'
            ? words('bank.mandateSave', { merchant: view.merchant_name })
            : words('bank.mandate', { merchant: view.merchant_name, amount: money })}
        </p>
      )}
      <p class="visually-hidden" role="alert">
        {count === 0 ? '' : words.counted('problem.summary', count)}
      </p>
      {step.name === 'details' && step.notice !== null ? (
        <Notice kind="bad">
          <p>{words(`banner.${noticeWords[step.notice]}`)}</p>
        </Notice>
      ) : null}
      <button type="submit" class="primary" aria-disabled={isReading}>
        {isReading ? <Spinner /> : null}
        {isReading
          ? words('reading.title')
          : view.mode === 'save'
            ? words('action.save')
            : words('action.pay', { amount: money })}
      </button>
    </form>
  )
}

const noticeWords = { failed: 'failed', check_again: 'checkAgain', busy: 'busy' } as const
