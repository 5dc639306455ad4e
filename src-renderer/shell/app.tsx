import { Activity, useLayoutEffect } from 'react'
import { Cashier } from '../cashier/cashier.tsx'
import { late } from '../components/late.tsx'
import { speakOfGiftCards, speakOfPrinting, speakSales, speakStaffAreas, speakTabs } from '../i18n/i18n.ts'
import { useHeldKeys } from '../keyboard/use-keys-ahead.ts'
import { usePinScans } from '../staff/use-pin-scans.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { dropKeysAhead } from '../stores/keys-ahead.ts'
import { type Place, toCounter, usePlaceStore } from '../stores/place-store.ts'
import { useRecoveryCodeStore } from '../stores/recovery-code-store.ts'
import { isAtRest, useHasSnapshot, useSnapshot } from '../stores/snapshot-store.ts'
import { ActionBar } from './action-bar.tsx'
import style from './app.module.css'
import { AsideBar } from './bars/aside-bar.tsx'
import { ClosedNotice } from './bars/closed-notice.tsx'
import { LinksBar } from './bars/links-bar.tsx'
import { NoticeNotLoaded } from './bars/notice-not-loaded.tsx'
import { ParkedBar } from './bars/parked-bar.tsx'
import { ReturnsBar } from './bars/returns-bar.tsx'
import { ServiceBar } from './bars/service-bar.tsx'
import { UnsavedBar } from './bars/unsaved-bar.tsx'
import { BootScreen } from './boot-screen.tsx'
import { type Scheme, useScheme } from './color-scheme.ts'
import { NoticeGuard, ScreenGuard } from './screen-guard.tsx'
import { TopBar } from './top-bar.tsx'

/** Shown until a screen is loaded. */
const Waiting = () => <main className={style.waiting} />

/** The same for a page that begins with a PIN or a number, which may be typed at once. */
function WaitingForKeys() {
  useHeldKeys(toCounter)
  return <Waiting />
}

/** The same for a PIN, which no scan is. */
function WaitingForPin() {
  usePinScans(dropKeysAhead)
  return <WaitingForKeys />
}

/** Loaded with the first dialog, together with Mantine, which only dialogs use: most sales open none, saving 6 MiB. */
const Dialogs = late(async () => ({ default: (await import('./dialogs/dialogs.tsx')).Dialogs }))

/** A code is shown only once, so its screen is loaded before any page that may request one. */
const RecoveryCodeScreen = late(async () => {
  const [{ RecoveryCodeScreen: page }] = await Promise.all([
    import('../staff/recovery-code-screen.tsx'),
    speakStaffAreas(),
  ])
  return { default: page }
}, Waiting)

/** The pages behind a PIN, and their texts, are loaded on demand. */
const StaffArea = late(async () => {
  const [{ StaffArea: page }] = await Promise.all([
    import('../staff/staff-area.tsx'),
    speakStaffAreas(),
    RecoveryCodeScreen.load(),
  ])
  return { default: page }
}, WaitingForPin)

/** The sign-in screen, for shops whose people sign in. */
const SignInScreen = late(async () => {
  const [{ SignInScreen: page }] = await Promise.all([
    import('../staff/sign-in-screen.tsx'),
    speakStaffAreas(),
    RecoveryCodeScreen.load(),
  ])
  return { default: page }
}, Waiting)

/** The sales page is loaded on demand. */
const SalesPlace = late(async () => {
  const [{ SalesPlace: page }] = await Promise.all([import('../sales/sales-place.tsx'), speakSales()])
  return { default: page }
}, WaitingForKeys)

export function App() {
  const known = useHasSnapshot()
  return (
    <>
      {known || <BootScreen />}
      <Counter shown={known} />
    </>
  )
}

/** Drawn invisibly at first, so that little work is left when the first snapshot arrives. */
function Counter({ shown }: { readonly shown: boolean }) {
  const scheme = useScheme(useSnapshot((snapshot) => snapshot.settings.color_scheme))
  // The attribute is Mantine's: its components, which load later, read the same one as theme/mantine.css.
  useLayoutEffect(() => {
    document.documentElement.dataset.mantineColorScheme = scheme
  }, [scheme])
  return (
    <div className={`${style.app} ${shown ? '' : style.outOfSight}`} inert={!shown}>
      <ScreenGuard>
        <TopBar />
        <ServiceBar />
        <UnsavedBar />
        <ActionBar />
        <ParkedBar />
        <LinksBar />
        <AsideBar />
        <TabsPlace />
        <ReturnsBar />
        <GiftCardsPlace />
        <PrintingPlace />
        <Screens />
        <ClosedNotice />
        {shown && <DialogPlace scheme={scheme} />}
      </ScreenGuard>
    </div>
  )
}

/** Loaded when there is a gift card to hand over. */
const GiftCardsBar = late(async () => {
  const [{ GiftCardsBar: bar }] = await Promise.all([
    import('../gift-cards/gift-cards-bar.tsx'),
    speakOfGiftCards(),
  ])
  return { default: bar }
})

function GiftCardsPlace() {
  const shown = useSnapshot(
    ({ sale, gift_cards }) =>
      gift_cards.tasks.length > 0 && (sale.kind === 'ready' || sale.kind === 'approved'),
  )
  return (
    shown && (
      <NoticeGuard instead={<NoticeNotLoaded />}>
        <GiftCardsBar />
      </NoticeGuard>
    )
  )
}

/** Loaded when a receipt was not printed. */
const PrintingBar = late(async () => {
  const [{ PrintingBar: bar }] = await Promise.all([import('./bars/printing-bar.tsx'), speakOfPrinting()])
  return { default: bar }
})

/** Normal printing is not shown. */
function PrintingPlace() {
  const shown = useSnapshot(
    ({ printing: { waiting, drawer_stuck: stuck, not_queued: lost, incomplete } }) =>
      stuck ||
      lost.length > 0 ||
      incomplete.length > 0 ||
      waiting.some(
        ({ state, trouble, printer }) => state === 'perhaps' || trouble !== null || printer === null,
      ),
  )
  return (
    shown && (
      <NoticeGuard instead={<NoticeNotLoaded />}>
        <PrintingBar />
      </NoticeGuard>
    )
  )
}

/** Loaded late: a shop without tabs does not need it. */
const TabsBar = late(async () => {
  const [{ TabsBar: bar }] = await Promise.all([import('../tabs/tabs-bar.tsx'), speakTabs()])
  return { default: bar }
})

function TabsPlace() {
  const shown = useSnapshot((snapshot) => isAtRest(snapshot) && snapshot.tabs.length > 0)
  return (
    shown && (
      <NoticeGuard instead={<NoticeNotLoaded />}>
        <TabsBar />
      </NoticeGuard>
    )
  )
}

function Screens() {
  const place = usePlaceStore((state) => state.place)
  const locked = useSnapshot(
    ({ staff }) => staff.people !== null && staff.people.present?.must_choose_pin !== false,
  )
  const hasCode = useRecoveryCodeStore(({ code }) => code !== null)
  const aside = usePlaceStore((state) => state.aside?.place ?? null)
  const visit = usePlaceStore((state) => state.visit)
  const next: Page = locked ? 'sign_in' : place
  const shown: Page = hasCode ? 'recovery_code' : next
  return [...new Set<Page>([aside ?? next, shown])].map((page) => (
    <Activity
      // A sign-in goes on with the same page, for example to choose a new PIN.
      key={page === 'sign_in' ? page : `${page} ${visit}`}
      mode={page === shown ? 'visible' : 'hidden'}
    >
      <Screen page={page} />
    </Activity>
  ))
}

type Page = Place | 'recovery_code'

function Screen({ page }: { readonly page: Page }) {
  switch (page) {
    case 'recovery_code':
      return <RecoveryCodeScreen />
    case 'sign_in':
      return <SignInScreen />
    case 'counter':
      return <Cashier />
    case 'sales':
      return <SalesPlace />
    default:
      return <StaffArea place={page} />
  }
}

/** The open dialog, and invisible the one that waits for its person. */
function DialogPlace({ scheme }: { readonly scheme: Scheme }) {
  const { open, opening, aside } = useDialogStore()
  const shown = open === null ? [] : [{ name: open, opening, mode: 'visible' as const }]
  const hidden = aside === null ? [] : [{ ...aside, mode: 'hidden' as const }]
  return [...hidden, ...shown].map((one) => (
    <Activity key={one.opening} mode={one.mode}>
      <Dialogs open={one.name} scheme={scheme} />
    </Activity>
  ))
}
