import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { Cashier } from '../cashier/cashier.tsx'
import { speakOfGiftCards, speakOfPrinting, speakSales, speakStaffAreas, speakTabs } from '../i18n/i18n.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { usePlaceStore } from '../stores/place-store.ts'
import { useRecoveryCodeStore } from '../stores/recovery-code-store.ts'
import { isAtRest, useHasSnapshot, useSnapshot } from '../stores/snapshot-store.ts'
import { ActionBar } from './action-bar.tsx'
import style from './app.module.css'
import { AsideBar } from './aside-bar.tsx'
import { BootScreen } from './boot-screen.tsx'
import { ClosedNotice } from './closed-notice.tsx'
import { type Scheme, useScheme } from './color-scheme.ts'
import { LinksBar } from './links-bar.tsx'
import { ParkedBar } from './parked-bar.tsx'
import { ReturnsBar } from './returns-bar.tsx'
import { ScreenGuard } from './screen-guard.tsx'
import { ServiceBar } from './service-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { UnsavedBar } from './unsaved-bar.tsx'

/** Dialogs, and Mantine, which only they use, come after the first screen stands. */
const loadDialogs = () => import('./dialogs.tsx')
const Dialogs = lazy(async () => ({ default: (await loadDialogs()).Dialogs }))

/** The pages behind a PIN, and their words, come when somebody asks for them. */
const StaffArea = lazy(async () => {
  const [{ StaffArea: page }] = await Promise.all([import('../staff/staff-area.tsx'), speakStaffAreas()])
  return { default: page }
})

/** Who is at the till, of a shop whose people sign in. */
const SignInScreen = lazy(async () => {
  const [{ SignInScreen: page }] = await Promise.all([
    import('../staff/sign-in-screen.tsx'),
    speakStaffAreas(),
  ])
  return { default: page }
})

const RecoveryCodeScreen = lazy(async () => {
  const [{ RecoveryCodeScreen: page }] = await Promise.all([
    import('../staff/recovery-code-screen.tsx'),
    speakStaffAreas(),
  ])
  return { default: page }
})

/** What was sold comes when somebody asks for it. */
const SalesPlace = lazy(async () => {
  const [{ SalesPlace: page }] = await Promise.all([import('../sales/sales-place.tsx'), speakSales()])
  return { default: page }
})

export function App() {
  const known = useHasSnapshot()
  return (
    <>
      {known || <BootScreen />}
      <Counter shown={known} />
    </>
  )
}

/** Drawn out of sight at first: once it is known what to show, little is left to do. */
function Counter({ shown }: { readonly shown: boolean }) {
  const scheme = useScheme(useSnapshot((snapshot) => snapshot.settings.color_scheme))
  // The attribute is Mantine's: its components, which come later, read the same one as theme/mantine.css.
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

/** Loaded when there is a card to hand over. */
const GiftCardsBar = lazy(async () => {
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
      <Suspense>
        <GiftCardsBar />
      </Suspense>
    )
  )
}

/** Loaded when something is not on paper. */
const PrintingBar = lazy(async () => {
  const [{ PrintingBar: bar }] = await Promise.all([import('./printing-bar.tsx'), speakOfPrinting()])
  return { default: bar }
})

/** What is being printed as it should be is no news. */
function PrintingPlace() {
  const shown = useSnapshot(
    ({ printing: { waiting, drawer_stuck: stuck, not_queued: lost, incomplete } }) =>
      stuck ||
      lost !== null ||
      incomplete.length > 0 ||
      waiting.some(
        ({ state, trouble, printer }) => state === 'perhaps' || trouble !== null || printer === null,
      ),
  )
  return (
    shown && (
      <Suspense>
        <PrintingBar />
      </Suspense>
    )
  )
}

/** Of a shop without tabs, nobody needs it. */
const TabsBar = lazy(async () => {
  const [{ TabsBar: bar }] = await Promise.all([import('../tabs/tabs-bar.tsx'), speakTabs()])
  return { default: bar }
})

function TabsPlace() {
  const shown = useSnapshot((snapshot) => isAtRest(snapshot) && snapshot.tabs.length > 0)
  return (
    shown && (
      <Suspense>
        <TabsBar />
      </Suspense>
    )
  )
}

function Screens() {
  const place = usePlaceStore((state) => state.place)
  const locked = useSnapshot(
    ({ staff }) => staff.people !== null && staff.people.present?.must_choose_pin !== false,
  )
  const hasCode = useRecoveryCodeStore(({ code }) => code !== null)
  if (hasCode || locked || place === 'sign_in') {
    return (
      <Suspense fallback={<main className={style.waiting} />}>
        {hasCode ? <RecoveryCodeScreen /> : <SignInScreen />}
      </Suspense>
    )
  }
  if (place === 'counter') return <Cashier />
  return (
    <Suspense fallback={<main className={style.waiting} />}>
      {place === 'sales' ? <SalesPlace /> : <StaffArea key={place} place={place} />}
    </Suspense>
  )
}

function DialogPlace({ scheme }: { readonly scheme: Scheme }) {
  const open = useDialogStore((state) => state.open)
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadDialogs())
    return () => cancelIdleCallback(idle)
  }, [])
  return open === null ? null : (
    <Suspense>
      <Dialogs open={open} scheme={scheme} />
    </Suspense>
  )
}
