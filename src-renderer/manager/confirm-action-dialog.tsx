import { useTranslation } from 'react-i18next'
import { cardName } from '../cashier/card-name.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dialog, DialogActions, DialogText } from '../components/dialog.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useRunning } from '../stores/command-store.ts'
import { closeDialog } from '../stores/dialog-store.ts'
import { act, usePaymentsStore } from './payments-store.ts'
import { paidWith } from './possible-actions.ts'

/** What will happen to the customer's money, before it does. The safe answer has the focus. */
export function ConfirmActionDialog() {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const { confirming, history } = usePaymentsStore()
  // Another payment's action is on its way to main: a second one would be dropped unnoticed.
  const asking = useRunning('payments.act')
  if (confirming === null || history === null) return null
  const { action, amount } = confirming
  const { kind, most, intent_id, payment_id } = action
  const payment = paidWith(history)
  const card = payment?.payment_method?.card
  const held = payment?.status === 'uncaptured'
  const words = {
    amount: money(amount),
    left: money(most - amount),
    card:
      card === undefined || card === null
        ? t('confirm.theCard')
        : cardName(card.brand, card.last_four_digits),
  }
  const which = kind === 'cancel' && held ? 'cancel_held' : kind
  const go = () => {
    const whole = kind === 'void' || kind === 'cancel'
    closeDialog()
    void act({ kind, intent_id, payment_id, amount: whole ? null : amount }, amount)
  }
  return (
    <Dialog title={t(`confirm.${which}.title`, words)}>
      <DialogText>{t(`confirm.${which}.text`, words)}</DialogText>
      {kind === 'capture' && amount < most && <DialogText>{t('confirm.capture.rest', words)}</DialogText>}
      {kind === 'refund' && amount < most && <DialogText>{t('confirm.refund.rest', words)}</DialogText>}
      <DialogText>{t(`confirm.${which}.final`, words)}</DialogText>
      <DialogActions>
        <ActionButton label={t('confirm.back')} autoFocus onPress={closeDialog} />
        <ActionButton
          kind={kind === 'capture' ? 'plain' : 'undo'}
          label={t(`confirm.${which}.go`, words)}
          disabled={asking}
          onPress={go}
        />
      </DialogActions>
    </Dialog>
  )
}
