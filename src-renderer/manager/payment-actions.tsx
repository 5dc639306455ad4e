import { IconArrowBackUp, IconBan, IconBasketDown, IconCashRegister, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { receiptNumberOf } from '../../src-shared/pos/bill/receipt-number-of.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Dock } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { goToSales } from '../stores/place-store.ts'
import style from './payment-page.module.css'
import { confirmAction, prepare } from './payments-store.ts'
import { type PossibleAction, paidWith, possibleActions } from './possible-actions.ts'

const icons = {
  refund: IconArrowBackUp,
  void: IconBan,
  capture: IconCashRegister,
  cancel: IconX,
} as const

/** The actions that are possible on this payment now. */
export function PaymentActions({ history }: { readonly history: PaymentHistory }) {
  const { t } = useTranslation('staff')
  const actions = possibleActions(history)
  const payment = paidWith(history)
  return (
    <Dock>
      {actions.length === 0 && <p className={style.about}>{t('payment.nothingToDo')}</p>}
      {/* Above the others because it appears late: the other buttons do not move. */}
      {actions.some(({ kind }) => kind === 'refund') && <ByLine history={history} />}
      {[...actions].reverse().map((action) => (
        <Action key={action.kind} action={action} held={payment?.status === 'uncaptured'} />
      ))}
    </Dock>
  )
}

/** Refund and capture ask for the amount first; void and cancel always concern the whole amount. */
function Action({ action, held }: { readonly action: PossibleAction; readonly held: boolean }) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const { kind, most } = action
  const Icon = icons[kind]
  const asksAmount = kind === 'refund' || kind === 'capture'
  const hint = kind === 'cancel' && held ? 'cancel_held' : kind
  return (
    <ActionButton
      kind={kind === 'capture' ? 'primary' : kind === 'refund' ? 'plain' : 'undo'}
      icon={<Icon size={26} aria-hidden />}
      label={t(`do.${hint}.label`)}
      hint={t(`do.${hint}.hint`, { amount: money(most) })}
      onPress={() => (asksAmount ? prepare(action) : confirmAction(action, most))}
    />
  )
}

/** Returns sales of this counter line by line, on the page with the receipt. */
function ByLine({ history }: { readonly history: PaymentHistory }) {
  const { t } = useTranslation('staff')
  const number = receiptNumberOf(history.intent)
  const [isHere, setIsHere] = useState(false)
  useEffect(() => {
    let isShown = true
    if (number !== null) {
      void askMain('sales.open', { number }).then((found) => isShown && setIsHere(found.ok))
    }
    return () => {
      isShown = false
    }
  }, [number])
  if (!isHere || number === null) return null
  return (
    <ActionButton
      icon={<IconBasketDown size={26} aria-hidden />}
      label={t('do.lines.label')}
      hint={t('do.lines.hint')}
      onPress={() => goToSales(number)}
    />
  )
}
