import { useState } from 'react'
import { capturedSurcharge } from '../../src-shared/payments/captured-parts.ts'
import { contractorShares, proposedSplits } from '../../src-shared/payments/refund-splits.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogActions, DialogText, NothingToAsk } from '../components/dialog.tsx'
import { ReasonField } from '../components/reason-field.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useRunning } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { act, type Confirming, usePaymentsStore } from './payments-store.ts'
import { paidWith } from './possible-actions.ts'
import { SplitFields, splitsTyped, typedOf } from './split-fields.tsx'

/** Explains the effect on the customer's money before it happens. The safe answer has the focus. */
export function ConfirmActionDialog() {
  const { confirming, history } = usePaymentsStore()
  if (confirming === null || history === null) return <NothingToAsk />
  return <Confirm confirming={confirming} history={history} />
}

interface ConfirmProps {
  readonly confirming: Confirming
  readonly history: PaymentHistory
}

function Confirm({ confirming, history }: ConfirmProps) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  // While another payment's action is on its way to main, a second one would be dropped without notice.
  const asking = useRunning('payments.act')
  const { action, amount, tip } = confirming
  const { kind, most, intent_id, payment_id } = action
  const payment = paidWith(history)
  const card = payment?.payment_method?.card
  const held = payment?.status === 'uncaptured'
  const shares = kind === 'refund' ? contractorShares(history.intent.payment_splits, history.refunds) : []
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState(() =>
    typedOf(proposedSplits(shares, amount, payment?.amount_captured ?? 0)),
  )
  const splits = splitsTyped(shares, typed, amount)
  const { intent } = history
  const surcharge = capturedSurcharge(intent, most, amount - (tip ?? intent.tip_amount))
  const words = {
    amount: money(amount),
    left: money(most - amount),
    tip: money(tip ?? 0),
    surcharge: money(surcharge),
    card:
      card === undefined || card === null
        ? t('confirm.theCard')
        : cardName(card.brand, card.last_four_digits),
  }
  const which = kind === 'cancel' && held ? 'cancel_held' : kind
  const go = () => {
    const whole = kind === 'void' || kind === 'cancel'
    closeDialog()
    void act(
      {
        kind,
        intent_id,
        payment_id,
        amount: whole ? null : amount,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        ...(splits === null || splits.length === 0 ? {} : { refund_splits: splits }),
        ...(tip === null ? {} : { tip_amount: tip }),
      },
      amount,
    )
  }
  return (
    <Dialog title={t(`confirm.${which}.title`, words)}>
      <DialogText>{t(`confirm.${which}.text`, words)}</DialogText>
      {kind === 'capture' && amount < most && <DialogText>{t('confirm.capture.rest', words)}</DialogText>}
      {kind === 'refund' && amount < most && <DialogText>{t('confirm.refund.rest', words)}</DialogText>}
      {tip !== null && <DialogText>{t('confirm.capture.tip', words)}</DialogText>}
      {kind === 'capture' && surcharge < intent.surcharge_amount && (
        <DialogText>{t('confirm.capture.surcharge', words)}</DialogText>
      )}
      <DialogText>{t(`confirm.${which}.final`, words)}</DialogText>
      {shares.length > 0 && <SplitFields shares={shares} typed={typed} amount={amount} onChange={setTyped} />}
      {kind !== 'capture' && <ReasonField value={reason} onChange={setReason} />}
      <DialogActions>
        <ActionButton label={t('confirm.back')} autoFocus onPress={closeDialog} />
        <ActionButton
          kind={kind === 'capture' ? 'plain' : 'undo'}
          label={t(`confirm.${which}.go`, words)}
          disabled={asking || splits === null}
          onPress={go}
        />
      </DialogActions>
    </Dialog>
  )
}
