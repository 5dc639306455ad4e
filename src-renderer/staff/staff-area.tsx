import { Activity, useEffect, useRef, useState } from 'react'
import { useItemsBack } from '../catalogue/items-store.ts'
import { ActionButton } from '../components/action-button.tsx'
import { late } from '../components/late.tsx'
import { Page } from '../components/page.tsx'
import { speakOfAudit, speakReports, speakSelling } from '../i18n/i18n.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { TerminalsPage } from '../installer/terminals-page.tsx'
import { stopDiagnostic, useTerminalsBack } from '../installer/terminals-store.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { PaymentsPage } from '../manager/payments-page.tsx'
import { usePaymentsBack } from '../manager/payments-store.ts'
import { useReportsBack } from '../reports/reports-store.ts'
import { RefusalToast } from '../shell/refusal-toast.tsx'
import {
  goToSignIn,
  leaveStaffArea,
  rightOf,
  roleOf,
  type StaffPlace,
  turnTo,
  usePlaceStore,
} from '../stores/place-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { PeoplePage } from './people-page.tsx'
import { PinScreen } from './pin-screen.tsx'
import { ProgramNotice } from './program-notice.tsx'
import { RecoveryForm } from './recovery-form.tsx'
import style from './staff-area.module.css'
import { StaffHeader } from './staff-header.tsx'

const ItemsPage = late(async () => {
  const [{ ItemsPage: page }] = await Promise.all([import('../catalogue/items-page.tsx'), speakSelling()])
  return { default: page }
})

const ReportsPage = late(async () => {
  const [{ ReportsPage: page }] = await Promise.all([import('../reports/reports-page.tsx'), speakReports()])
  return { default: page }
})

const AuditLogPage = late(async () => {
  const [{ AuditLogPage: page }] = await Promise.all([import('../audit/audit-page.tsx'), speakOfAudit()])
  return { default: page }
})

const HoursPage = late(async () => ({ default: (await import('../hours/hours-page.tsx')).HoursPage }))

/** The pages behind a PIN: the manager's payments and items, and the installer's terminals. */
export function StaffArea({ place }: { readonly place: StaffPlace }) {
  const { t } = useTranslation('staff')
  const role = roleOf[place]
  const signsIn = useSnapshot(({ staff }) => staff.people !== null)
  const open = useSnapshot(({ staff }) =>
    staff.people === null ? staff.role === role : staff.rights.includes(rightOf[place]),
  )
  const waits = usePlaceStore(({ aside }) => aside?.place === place)
  const [changingPin, setChangingPin] = useState(false)
  const [forgotten, setForgotten] = useState(false)
  // A page that waits opens with its PIN, and no secret waits with it that was typed in place of that PIN.
  useEffect(
    () => () => {
      setChangingPin(false)
      setForgotten(false)
    },
    [],
  )
  const inItems = useItemsBack()
  const inReports = useReportsBack()
  const toPayments = { words: 'toPayments', go: () => turnTo('payments') } as const
  const backs = {
    payments: usePaymentsBack(),
    items: inItems ?? toPayments,
    people: toPayments,
    hours: toPayments,
    audit: toPayments,
    reports: inReports === null ? toPayments : ({ words: 'toReports', go: inReports } as const),
    terminals: useTerminalsBack(),
  }
  const back = open ? backs[place] : null
  const main = useFocusOnArrival(`${place} ${open} ${changingPin}`)
  const stopChanging = () => setChangingPin(false)
  const leave = () => {
    if (changingPin) stopChanging()
    else if (back !== null) back.go()
    else {
      // While the role is still open, because the request needs it.
      stopDiagnostic()
      leaveStaffArea()
    }
  }
  useKeys({ escape: leave })
  return (
    <main ref={main} className={style.area} tabIndex={-1} data-place={place} data-open={open}>
      <StaffHeader
        role={role}
        title={t(place === 'payments' || place === 'terminals' ? `page.${role}` : `page.${place}`)}
        back={t(changingPin ? 'header.toPage' : `header.${back?.words ?? 'toCounter'}`)}
        onBack={leave}
        onChangePin={changingPin || signsIn ? null : () => setChangingPin(true)}
      />
      <div className={style.body}>
        {!open && signsIn ? (
          <Page title={t('people.notYours')}>
            <ActionButton kind="primary" label={t('people.switch')} onPress={goToSignIn} />
          </Page>
        ) : !open && forgotten ? (
          <RecoveryForm onLeave={() => setForgotten(false)} />
        ) : !open || changingPin ? (
          <PinScreen
            key={`${role} ${changingPin}`}
            role={role}
            purpose={changingPin ? 'change' : 'open'}
            onLeave={leave}
            {...(open || role !== 'manager' ? {} : { onForgotten: () => setForgotten(true) })}
            onDone={stopChanging}
          />
        ) : null}
        {((open && !changingPin) || waits) && (
          <Activity mode={open && !changingPin ? 'visible' : 'hidden'}>
            <ProgramNotice />
            <PageOf place={place} />
          </Activity>
        )}
      </div>
      <RefusalToast t={t} />
    </main>
  )
}

function PageOf({ place }: { readonly place: StaffPlace }) {
  switch (place) {
    case 'payments':
      return <PaymentsPage />
    case 'reports':
      return <ReportsPage />
    case 'items':
      return <ItemsPage />
    case 'audit':
      return <AuditLogPage />
    case 'people':
      return <PeoplePage />
    case 'hours':
      return <HoursPage />
    case 'terminals':
      return <TerminalsPage />
  }
}

/** Screen readers and the next Tab start at the new page. */
function useFocusOnArrival(where: string) {
  const main = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => main.current?.focus(), [where])
  return main
}
