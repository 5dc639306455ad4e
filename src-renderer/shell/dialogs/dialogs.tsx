import { late } from '../../components/late.tsx'
import './dialogs.css'
import { MantineProvider } from '@mantine/core'
import { useEffect, useState } from 'react'
import { assertNever } from '../../../src-shared/result.ts'
import { speakOfCustomers, speakOfGiftCards, speakSales, speakTabs } from '../../i18n/i18n.ts'
import type { DialogName } from '../../stores/dialog-store.ts'
import { theme } from '../../theme/theme.ts'
import type { Scheme } from '../color-scheme.ts'
import { ConfirmCancelDialog } from './confirm-cancel-dialog.tsx'
import { ConfirmChargeDialog } from './confirm-charge-dialog.tsx'
import { ConfirmCloseDialog } from './confirm-close-dialog.tsx'
import { ConfirmUndoDialog } from './confirm-undo-dialog.tsx'
import { LanguageDialog } from './language-dialog.tsx'
import { LinkCodeDialog } from './link-code-dialog.tsx'
import { ManagerBillDialog } from './manager-bill-dialog.tsx'
import { SendLinkDialog } from './send-link-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TakeOverDialog } from './take-over-dialog.tsx'
import { TerminalDialog } from './terminal-dialog.tsx'

/** Opened only from the manager's page, which is loaded by then. */
const ConfirmActionDialog = late(async () => {
  const page = await import('../../manager/confirm-action-dialog.tsx')
  return { default: page.ConfirmActionDialog }
})

/** Loaded late: most sales need none of these three. */
const ApproveCommandDialog = late(async () => ({
  default: (await import('./approve-command-dialog.tsx')).ApproveCommandDialog,
}))
const ParkedRecordDialog = late(async () => ({
  default: (await import('./parked-record-dialog.tsx')).ParkedRecordDialog,
}))
const DrawerDialog = late(async () => ({
  default: (await import('../../cash/drawer-dialog.tsx')).DrawerDialog,
}))

/** Opened only where items are sold, whose screen is loaded by then. */
const cartDialogs = () => import('../../cashier/cart/cart-dialogs.tsx')
const CartApproveDialog = late(async () => ({ default: (await cartDialogs()).CartApproveDialog }))
const CartDiscountDialog = late(async () => ({ default: (await cartDialogs()).CartDiscountDialog }))
const CartHeldDialog = late(async () => ({ default: (await cartDialogs()).CartHeldDialog }))
const CartHoldDialog = late(async () => ({ default: (await cartDialogs()).CartHoldDialog }))
const addingDialogs = () => import('../../cashier/cart/adding-dialogs.tsx')
const CartAgeDialog = late(async () => ({ default: (await addingDialogs()).CartAgeDialog }))
const CartOptionsDialog = late(async () => ({ default: (await addingDialogs()).CartOptionsDialog }))
const CartPriceDialog = late(async () => ({ default: (await addingDialogs()).CartPriceDialog }))
const CartLineDialog = late(async () => ({
  default: (await import('../../cashier/cart/cart-line-dialog.tsx')).CartLineDialog,
}))

/** Loaded late: most sales have no customer. */
const CustomerDialog = late(async () => {
  const [{ CustomerDialog: dialog }] = await Promise.all([
    import('../../customers/customer-dialog.tsx'),
    speakOfCustomers(),
  ])
  return { default: dialog }
})

/** Loaded only if the service offers gift cards. */
const GiftCardDialog = late(async () => {
  const [{ GiftCardDialog: dialog }] = await Promise.all([
    import('../../gift-cards/gift-card-dialog.tsx'),
    speakOfGiftCards(),
  ])
  return { default: dialog }
})

/** Loaded only for an exchange whose goods cost no more than the returned ones. */
const ExchangeDialog = late(async () => {
  const [{ ExchangeDialog: dialog }] = await Promise.all([
    import('../../sales/exchange-dialog.tsx'),
    speakSales(),
  ])
  return { default: dialog }
})

/** Loaded late: a shop without tabs does not need them. */
const tabDialogs = async () => (await Promise.all([import('../../tabs/tab-dialogs.tsx'), speakTabs()]))[0]
const OpenTabDialog = late(async () => ({ default: (await tabDialogs()).OpenTabDialog }))
const TabDialog = late(async () => {
  const [{ TabDialog: dialog }] = await Promise.all([import('../../tabs/tab-dialog.tsx'), speakTabs()])
  return { default: dialog }
})
const TabListDialog = late(async () => ({ default: (await tabDialogs()).TabListDialog }))

interface DialogsProps {
  readonly open: DialogName
  readonly scheme: Scheme
}

/**
 * Mantine would write its variables into a style element, which the content security policy refuses:
 * theme/mantine.css and dialogs.css hold them instead.
 */
export function Dialogs({ open, scheme }: DialogsProps) {
  useFocusBack()
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <OpenDialog open={open} />
    </MantineProvider>
  )
}

/** Returns the focus to the button that opened the dialog, if the keyboard was used; a touch leaves no focus there. */
function useFocusBack() {
  const [opener] = useState(() => document.querySelector<HTMLElement>('button:focus-visible'))
  useEffect(() => () => opener?.focus({ preventScroll: true }), [opener])
}

function OpenDialog({ open }: { readonly open: DialogName }) {
  switch (open) {
    case 'approve_command':
      return <ApproveCommandDialog />
    case 'cart_age':
      return <CartAgeDialog />
    case 'cart_approve':
      return <CartApproveDialog />
    case 'cart_discount':
      return <CartDiscountDialog />
    case 'cart_held':
      return <CartHeldDialog />
    case 'cart_hold':
      return <CartHoldDialog />
    case 'cart_line':
      return <CartLineDialog />
    case 'cart_options':
      return <CartOptionsDialog />
    case 'cart_price':
      return <CartPriceDialog />
    case 'confirm_action':
      return <ConfirmActionDialog />
    case 'confirm_cancel':
      return <ConfirmCancelDialog />
    case 'confirm_charge':
      return <ConfirmChargeDialog />
    case 'confirm_close':
      return <ConfirmCloseDialog />
    case 'confirm_undo':
      return <ConfirmUndoDialog />
    case 'customer':
      return <CustomerDialog />
    case 'exchange':
      return <ExchangeDialog />
    case 'gift_card':
      return <GiftCardDialog />
    case 'drawer':
      return <DrawerDialog />
    case 'language':
      return <LanguageDialog />
    case 'give_up_link':
    case 'leave_bill':
      return <ManagerBillDialog step={open} />
    case 'link_code':
      return <LinkCodeDialog />
    case 'open_tab':
      return <OpenTabDialog />
    case 'parked_record':
      return <ParkedRecordDialog />
    case 'send_link':
      return <SendLinkDialog />
    case 'settings':
      return <SettingsDialog />
    case 'shortcuts':
      return <ShortcutsDialog />
    case 'tab':
      return <TabDialog />
    case 'tabs':
      return <TabListDialog />
    case 'take_over':
      return <TakeOverDialog />
    case 'terminal':
      return <TerminalDialog />
    default:
      return assertNever(open)
  }
}
