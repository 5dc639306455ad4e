import { IconArrowsSplit2, IconCash, IconCashRegister, IconKeyboard, IconReceipt } from '@tabler/icons-react'
import type { Cents } from '../../src-shared/money.ts'
import type { PaymentEntry } from '../../src-shared/pos/sale/sale.ts'
import { ActionButton } from '../components/action-button.tsx'
import { QuietButton } from '../components/quiet-button.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { isOpen, requestCard, requestPayment, takesCash } from '../stores/charge.ts'
import { useRunning } from '../stores/command-store.ts'
import { openDialog } from '../stores/dialog-store.ts'
import type { OrderToPay } from '../stores/entry-store.ts'
import { goToSales } from '../stores/place-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import billStyle from './bill/bill-screens.module.css'
import { ExchangeButton, useExchange } from './exchange-button.tsx'
import { NoChargeButton } from './no-charge-button.tsx'
import { useWaitsFor, WhyItWaits, whyItWaitsId } from './why-it-waits.tsx'

interface PayProps {
  /** Amount due, in cents. */
  readonly amount: Cents
  /** The order with this amount; null if the amount was typed. */
  readonly order: OrderToPay | null
}

interface PayButtonsProps extends PayProps {
  /** An action that must come before charging, and replaces it. */
  readonly first?: { readonly label: string; readonly onPress: () => void } | undefined
}

/** Charge and the other ways to pay, with their keys. */
export function PayButtons({ amount, order, first }: PayButtonsProps) {
  const exchange = useExchange()
  if (exchange !== null) return <ExchangeButton one={exchange} amount={amount} order={order} first={first} />
  if (order !== null && amount === 0 && first === undefined) return <NoChargeButton order={order} />
  return <Ways amount={amount} order={order} first={first} />
}

function Ways({ amount, order, first }: PayButtonsProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const charging = useRunning('sale.charge')
  const waitsFor = useWaitsFor(amount)
  const cash = useSnapshot(({ settings }) => settings.cash)
  const canPayCash = useSnapshot(takesCash) && amount > 0
  const canCharge = waitsFor === null && !charging
  const charge = (entry: PaymentEntry) => requestCard(entry, amount, order)
  const payCash = () => requestPayment('cash', order)
  const primary = first ?? {
    label: t('ready.charge', { amount: money(amount) }),
    onPress: () => charge('card'),
  }
  useKeys({
    enter: primary.onPress,
    f2: () => charge('manual'),
    f8: canPayCash ? payCash : undefined,
  })
  return (
    <>
      <ActionButton
        kind="primary"
        label={primary.label}
        keyHint="Enter"
        disabled={first === undefined && !canCharge}
        describedBy={waitsFor === null ? undefined : whyItWaitsId}
        onPress={primary.onPress}
      />
      <div className={cash ? billStyle.pair : undefined}>
        {waitsFor === null ? (
          <ActionButton
            kind="quiet"
            icon={<IconKeyboard size={26} aria-hidden />}
            label={t('ready.byHand')}
            {...(cash ? {} : { keyHint: 'F2' })}
            disabled={!canCharge}
            onPress={() => charge('manual')}
          />
        ) : (
          <WhyItWaits waitsFor={waitsFor} />
        )}
        {cash && (
          <ActionButton
            icon={<IconCash size={26} aria-hidden />}
            label={t('cash.pay')}
            disabled={!canPayCash}
            onPress={payCash}
          />
        )}
      </div>
    </>
  )
}

/** Opens a bill that is paid in parts. */
export function SplitButton({ amount, order }: PayProps) {
  const { t } = useTranslation()
  const canPayCash = useSnapshot(takesCash) && amount > 0
  const split = () => requestPayment('split', order)
  useKeys({ f9: canPayCash ? split : undefined })
  return (
    canPayCash && (
      <QuietButton
        icon={<IconArrowsSplit2 size={22} aria-hidden />}
        label={t('bill.split')}
        onPress={split}
      />
    )
  )
}

/** Opens the cash drawer's dialog. Shown while no sale is under way. */
export function DrawerButton() {
  const { t } = useTranslation()
  const isTaken = useSnapshot(takesCash)
  const open = () => openDialog('drawer')
  useKeys({ f10: isTaken ? open : undefined })
  return (
    isTaken && (
      <QuietButton
        icon={<IconCashRegister size={22} aria-hidden />}
        brief
        label={t('drawer.title')}
        onPress={open}
      />
    )
  )
}

/** Opens the list of sales, once the account of this counter is known. */
export function SalesButton() {
  const { t } = useTranslation()
  const up = useSnapshot(isOpen)
  const open = () => goToSales()
  useKeys({ f12: up ? open : undefined })
  return (
    up && (
      <QuietButton
        icon={<IconReceipt size={22} aria-hidden />}
        label={t('sales.title')}
        brief
        onPress={open}
      />
    )
  )
}
