import { useEffect, useRef } from 'react'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import { assertNever } from '../../src-shared/result.ts'
import { late } from '../components/late.tsx'
import { Spoken } from '../components/spoken.tsx'
import { splitClass } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useHeldKeys } from '../keyboard/use-keys-ahead.ts'
import { AwayToast, RefusalToast } from '../shell/refusal-toast.tsx'
import { closeCash, useCashStore } from '../stores/cash-store.ts'
import { sellsItems } from '../stores/sells-items.ts'
import { useHasSnapshot, useSnapshot } from '../stores/snapshot-store.ts'
import { AddingTipScreen } from './adding-tip-screen.tsx'
import { announcement } from './announcement.ts'
import { ApprovedScreen } from './approved-screen.tsx'
import { AuthorizingScreen } from './authorizing-screen.tsx'
import { billAnnouncement, billPlace } from './bill/bill-place.ts'
import { CapturingScreen } from './capturing-screen.tsx'
import { CartMessage } from './cart/scans.tsx'
import style from './cashier.module.css'
import { CheckingScreen } from './checking-screen.tsx'
import { ChoosingTipScreen } from './choosing-tip-screen.tsx'
import { CreatingScreen } from './creating-screen.tsx'
import { DecidingScreen } from './deciding-screen.tsx'
import { DeclinedScreen } from './declined-screen.tsx'
import { ReadyScreen } from './ready-screen.tsx'
import { UselessScan } from './scans-without-items.tsx'
import { SigningScreen } from './signing-screen.tsx'
import { StoppedScreen } from './stopped-screen.tsx'
import { SurchargeScreen } from './surcharge-screen.tsx'
import { useCounterScans } from './use-counter-scans.ts'
import { VoidingScreen } from './voiding-screen.tsx'

/** Until the screens of a bill are loaded, the keys are held for them. */
function WaitingBillScreen() {
  useHeldKeys(closeCash)
  return null
}

/** Loaded late: a shop that takes only cards does not need them. */
const BillScreens = late(
  async () => ({ default: (await import('./bill/bill-screens.tsx')).BillScreens }),
  WaitingBillScreen,
)

/**
 * The cashier's screens: one per state of the sale, drawn only from the snapshot.
 *
 * Names that tests and assistive technology rely on (in English; each is a key of the language files):
 *
 *   state        heading            buttons
 *   ready        Ready (spoken)     "1".."9", "0", "00", Delete the last digit, Clear,
 *                                   Charge $12.34, Enter card by hand, Add a note (then textbox "Note")
 *   creating     Starting the sale             Cancel
 *   choosing_tip Customer is choosing a tip    Skip tip, Cancel
 *   adding_tip   Adding the tip                Cancel
 *   authorizing  the customer's step           Cancel (then "Cancelling…", disabled); timer "Time left 2:05"
 *   checking     Checking                      Cancel
 *   declined     Declined                      Try another card, Enter card by hand, Cancel sale
 *   deciding     Approved after you cancelled | Only part was approved    Keep $5.00, Void the payment
 *   voiding      Voiding the payment
 *   capturing    Charging the tab
 *                approved: Approved, waiting for signature    Void the payment, Skip signature
 *   signing      Please sign                   Done, Clear, Skip signature, Void the payment
 *   approved     Approved                      New sale, Print; region "Receipt"
 *                a tab: The tab is open        New sale
 *   stopped      the reason, such as Cancelled Try again (when it can be), New sale
 *
 *   `data-bill`  (a bill between its cards; see bill-place.ts)
 *   cash         Cash               quick amounts, keypad, Take $20.00, Back
 *   balance      To pay | Part paid Charge $40.00, Enter card by hand, Cash, Send a link, Undo and give everything back
 *   restored     This sale comes from the backup    Go on with it here, Leave it to a manager
 *   link         Waiting for the customer to pay    Cancel the link, Serve the next customer
 *   paid         Paid               New sale; region "Receipt"
 *   hand_back    Hand the cash back Handed back $20.00
 *   given_back   Everything was given back         New sale
 *
 * The status region "Terminal" shows the terminal's state; its button opens the possible actions.
 * `main` carries the state in `data-sale-state`; the `status` region begins with the state's heading.
 */
export function Cashier() {
  const known = useHasSnapshot()
  const sale = useSnapshot((snapshot) => snapshot.sale)
  const bill = useSnapshot((snapshot) => snapshot.bill)
  const cash = useCashStore(({ open }) => open)
  const place = useSnapshot((snapshot) => billPlace(snapshot, cash))
  const sells = useSnapshot(sellsItems)
  useCounterScans(sells)
  const { t } = useTranslation()
  const money = useMoney()
  // Loads the screens before they are needed.
  useEffect(() => {
    if (!known) return
    const idle = requestIdleCallback(() => void BillScreens.load())
    return () => cancelIdleCallback(idle)
  }, [known])
  const main = useFocusKeptOnScreen(`${known} ${sale.kind} ${place}`)
  return (
    <main
      ref={main}
      className={`${splitClass} ${style.frame}`}
      tabIndex={-1}
      data-sale-state={known ? sale.kind : undefined}
      data-bill={place ?? undefined}
    >
      <Spoken status>
        {place === null ? announcement({ sale, bill }, t, money) : billAnnouncement(place, bill, t, money)}
      </Spoken>
      {place === null ? <Screen sale={sale} /> : <BillScreens place={place} />}
      <RefusalToast t={t} />
      <AwayToast t={t} />
      {sells ? <CartMessage /> : <UselessScan />}
    </main>
  )
}

function Screen({ sale }: { readonly sale: SaleState }) {
  switch (sale.kind) {
    case 'ready':
      return <ReadyScreen />
    case 'creating':
      return <CreatingScreen sale={sale.sale} />
    case 'choosing_tip':
      return <ChoosingTipScreen state={sale} />
    case 'adding_tip':
      return <AddingTipScreen state={sale} />
    case 'reading_card':
    case 'confirming':
    case 'adding_surcharge':
      return <SurchargeScreen state={sale} />
    case 'authorizing':
      return <AuthorizingScreen state={sale} />
    case 'checking':
      return <CheckingScreen state={sale} />
    case 'declined':
      return <DeclinedScreen state={sale} />
    case 'deciding':
      return <DecidingScreen state={sale} />
    case 'voiding':
      return <VoidingScreen state={sale} />
    case 'capturing':
      return <CapturingScreen state={sale} />
    case 'signing':
      return <SigningScreen state={sale} />
    case 'approved':
      return <ApprovedScreen state={sale} />
    case 'stopped':
      return <StoppedScreen state={sale} />
    default:
      return assertNever(sale)
  }
}

/** If the focused button disappears with its screen, the next Tab starts at the new screen, not at the top bar. */
function useFocusKeptOnScreen(screen: string) {
  const main = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen changes
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) main.current?.focus()
  }, [screen])
  return main
}
