import { useMemo, useState } from 'preact/hooks'
import type { Payment } from '../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../../src-shared/api/schemas/refund.ts'
import type { Cents } from '../../../src-shared/money.ts'
import { Notice } from '../../components/notice.tsx'
import { failureText, usePortal } from '../context.ts'
import { Choices, Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/fields.tsx'
import { newKey } from '../portal-api.ts'
import { type RefundStep, stepAfterAmount, stepAfterAnswer } from '../refund-step.ts'
import { paidWith } from './payment-columns.tsx'

/**
 * Refunds all or a part, after a confirmation. One dialog uses one key: a repeat after a lost answer is the same
 * refund. Only the service's answer shows whether the refund exists.
 */
export function RefundDialog({
  intent,
  payment,
  left,
  onClose,
}: {
  readonly intent: PaymentIntent
  readonly payment: Payment
  readonly left: Cents
  /** @param changed whether the payment may look different now */
  readonly onClose: (changed: boolean) => void
}) {
  const { words, api } = usePortal()
  const key = useMemo(newKey, [])
  const [text, setText] = useState('')
  const [step, setStep] = useState<RefundStep>({ at: 'amount', problem: null })
  const money = (cents: Cents) => words.money(cents, intent.currency)
  const send = async (cents: Cents, sent: 'first' | 'repeat' = 'first') => {
    setStep({ at: 'sending', amount: cents })
    const answer = await api.call('refunds.create', {
      params: { id: payment.id },
      body: { amount: cents },
      accountId: intent.account_id,
      idempotencyKey: key,
    })
    setStep(stepAfterAnswer(cents, answer, sent))
  }
  const title = words('refund.title')
  switch (step.at) {
    case 'amount':
      return (
        <Dialog title={title} onClose={() => onClose(false)}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              setStep(stepAfterAmount(text, left, words.language))
            }}
          >
            <Field
              label={words('refund.amount')}
              hint={words('refund.amountHint', { amount: money(left) })}
              inputMode="decimal"
              value={text}
              onChange={setText}
            />
            {step.problem === null ? null : (
              <p class="field-note-wrong" role="alert">
                {words(`refund.${step.problem}`, { amount: money(left) })}
              </p>
            )}
            <Choices action={words('action.next')} busy={false} onBack={() => onClose(false)} />
          </form>
        </Dialog>
      )
    case 'confirm':
    case 'sending':
      return (
        <Dialog title={title} onClose={step.at === 'sending' ? null : () => onClose(false)}>
          <p>{words('refund.confirm', { amount: money(step.amount), method: paidWith(intent) })}</p>
          <p class="hint">{words('refund.final')}</p>
          <Choices
            action={words('refund.send', { amount: money(step.amount) })}
            busy={step.at === 'sending'}
            danger
            onBack={() => setStep({ at: 'amount', problem: null })}
            onAct={() => void send(step.amount)}
          />
        </Dialog>
      )
    case 'unknown':
      return (
        <Dialog title={title} onClose={() => onClose(true)}>
          <Notice kind="wait">
            <p class="strong">{words('refund.unknown')}</p>
            <p>{words('refund.unknownHint')}</p>
          </Notice>
          <Choices
            action={words('action.again')}
            busy={false}
            onBack={() => onClose(true)}
            onAct={() => void send(step.amount, 'repeat')}
          />
        </Dialog>
      )
    case 'refused':
      return (
        <Dialog title={title} onClose={() => onClose(true)}>
          <Notice kind="bad">
            <p class="strong">{words('refund.refused')}</p>
            <p>{failureText(words, step.failure)}</p>
          </Notice>
          <Close onClose={() => onClose(true)} />
        </Dialog>
      )
    case 'answered':
      return (
        <Dialog title={title} onClose={() => onClose(true)}>
          <Outcome refund={step.refund} />
          <Close onClose={() => onClose(true)} />
        </Dialog>
      )
  }
}

function Outcome({ refund: { status, amount, currency, awaits } }: { readonly refund: Refund }) {
  const { words } = usePortal()
  const sum = words.money(amount, currency)
  if (status === 'succeeded') {
    return (
      <Notice kind="good">
        <p class="strong">{words('refund.succeeded', { amount: sum })}</p>
      </Notice>
    )
  }
  if (status === 'failed') {
    return (
      <Notice kind="bad">
        <p class="strong">{words('refund.failed', { amount: sum })}</p>
      </Notice>
    )
  }
  return (
    <Notice kind="wait">
      <p class="strong">{words('refund.processing', { amount: sum })}</p>
      {awaits === null ? null : <p>{words(`refundAwaits.${awaits}`)}</p>}
    </Notice>
  )
}

function Close({ onClose }: { readonly onClose: () => void }) {
  const { words } = usePortal()
  return (
    <div class="choices">
      <button type="button" class="primary" onClick={onClose}>
        {words('action.close')}
      </button>
    </div>
  )
}
