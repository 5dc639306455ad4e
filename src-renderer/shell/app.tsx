import { useLayoutEffect } from 'react'
import { Cashier } from '../cashier/cashier.tsx'
import { late } from '../components/late.tsx'
import { speakOfGiftCards, speakOfPrinting, speakSales, speakStaffAreas, speakTabs } from '../i18n/i18n.ts'
import { useDialogStore } from '../stores/dialog-store.ts'
import { usePlaceStore } from '../stores/place-store.ts'
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

/** In place of a screen that is not there yet. */
const Waiting = () => <main className={style.waiting} />

/** Dialogs, and Mantine, which only they use, come with the first one: most sales open none, and they take 6 MiB. */
const Dialogs = late(async () => ({ default: (await import('./dialogs/dialogs.tsx')).Dialogs }))

/** A code is shown once: its screen is there before anything that may ask for one. */
const RecoveryCodeScreen = late(async () => {
  const [{ RecoveryCodeScreen: page }] = await Promise.all([
    import('../staff/recovery-code-screen.tsx'),
    speakStaffAreas(),
  ])
  return { default: page }
}, Waiting)

/** The pages behind a PIN, and their words, come when somebody asks for them. */
const StaffArea = late(async () => {
  const [{ StaffArea: page }] = await Promise.all([
    import('../staff/staff-area.tsx'),
    speakStaffAreas(),
    RecoveryCodeScreen.load(),
  ])
  return { default: page }
}, Waiting)

/** Who is at the till, of a shop whose people sign in. */
const SignInScreen = late(async () => {
  const [{ SignInScreen: page }] = await Promise.all([
    import('../staff/sign-in-screen.tsx'),
    speakStaffAreas(),
    RecoveryCodeScreen.load(),
  ])
  return { default: page }
}, Waiting)

/** What was sold comes when somebody asks for it. */
const SalesPlace = late(async () => {
  const [{ SalesPlace: page }] = await Promise.all([import('../sales/sales-place.tsx'), speakSales()])
  return { default: page }
}, Waiting)

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

/** Loaded when something is not on paper. */
const PrintingBar = late(async () => {
  const [{ PrintingBar: bar }] = await Promise.all([import('./bars/printing-bar.tsx'), speakOfPrinting()])
  return { default: bar }
})

/** What is being printed as it should be is no news. */
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

/** Of a shop without tabs, nobody needs it. */
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
  if (hasCode || locked || place === 'sign_in') {
    return hasCode ? <RecoveryCodeScreen /> : <SignInScreen />
  }
  if (place === 'counter') return <Cashier />
  return place === 'sales' ? <SalesPlace /> : <StaffArea key={place} place={place} />
}

function DialogPlace({ scheme }: { readonly scheme: Scheme }) {
  const open = useDialogStore((state) => state.open)
  return open === null ? null : <Dialogs open={open} scheme={scheme} />
}
