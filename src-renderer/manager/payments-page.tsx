import {
  IconCalendarStats,
  IconCircleCheck,
  IconClockHour4,
  IconListSearch,
  IconPackage,
  IconReceipt,
  IconSearchOff,
  IconUsers,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { Empty, Page } from '../components/page.tsx'
import { Spoken } from '../components/spoken.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { TodayStrip } from '../reports/today-strip.tsx'
import { PinScreen } from '../staff/pin-screen.tsx'
import { send, useRunning } from '../stores/command-store.ts'
import { turnTo } from '../stores/place-store.ts'
import { useWhenLeft } from '../stores/put-aside.ts'
import { useShopClock } from '../stores/shop-clock.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { ActionStrip } from './action-strip.tsx'
import { ExportList } from './export-list.tsx'
import { KeepSearch } from './keep-search.tsx'
import { ClearFilters, PaymentFilters } from './payment-filters.tsx'
import style from './payment-list.module.css'
import { PaymentList } from './payment-list.tsx'
import { PaymentPage } from './payment-page.tsx'
import { isNarrowed, isSameSearch, quickSearch } from './payment-search.ts'
import {
  actWithPin,
  dropAction,
  filter,
  forgetPayments,
  refreshPayment,
  search,
  usePaymentsStore,
} from './payments-store.ts'
import { shopDay } from './period.ts'
import { QuickSearches } from './quick-searches.tsx'
import { forgetSearches, loadSearches } from './saved-searches-store.ts'

/** The manager's payments: the search, and one payment at a time. */
export function PaymentsPage() {
  const opened = usePaymentsStore((state) => state.opened)
  useEffect(() => {
    void search()
    void loadSearches()
    const { opened: back } = usePaymentsStore.getState()
    if (back !== null) void refreshPayment(back)
  }, [])
  useWhenLeft('payments', forgetPage)
  const service = useSnapshot((snapshot) => snapshot.service.kind)
  const searchFailed = usePaymentsStore((state) => state.searchFailed)
  // Searches once more when the service is up; if that fails too, a person has to retry.
  useEffect(() => {
    if (service === 'ready' && searchFailed === 'service_away') void search()
  }, [service, searchFailed])
  const needsPin = usePaymentsStore((state) => state.needsPin)
  if (needsPin !== null) return <PinForAction amount={needsPin.amount} />
  return opened === null ? <PaymentsList /> : <PaymentPage key={opened} intentId={opened} />
}

function forgetPage(): void {
  forgetPayments()
  forgetSearches()
}

const manager = 'manager'

/** A large refund needs the PIN again, although the PIN has opened the page. */
function PinForAction({ amount }: { readonly amount: number }) {
  const { t } = useTranslation('staff')
  const money = useMoney()
  return (
    <PinScreen
      role={manager}
      purpose="confirm"
      title={t('pin.title.confirm', { amount: money(amount) })}
      words={t('pin.words.confirm')}
      send={({ pin }) => actWithPin(pin)}
      onLeave={dropAction}
      onDone={dropAction}
    />
  )
}

function PaymentsList() {
  const { t } = useTranslation('staff')
  const found = usePaymentsStore((state) => state.found)
  const searching = usePaymentsStore((state) => state.searching)
  const isStarting = useSnapshot(({ service }) => service.kind === 'starting')
  // A search that failed before the service was up is repeated once it is.
  const searchFailed = usePaymentsStore((state) => (isStarting ? null : state.searchFailed))
  return (
    <Page
      named
      title={t('payments.title')}
      tools={
        <>
          <ActionButton
            icon={<IconCalendarStats size={24} aria-hidden />}
            label={t('page.reports')}
            onPress={() => turnTo('reports')}
          />
          <ActionButton
            icon={<IconPackage size={24} aria-hidden />}
            label={t('page.items')}
            onPress={() => turnTo('items')}
          />
          <PeopleButton />
          <HoursButton />
          <AuditButton />
        </>
      }
    >
      <UnreadableLines />
      <TodayStrip />
      <ActionStrip />
      <QuickSearches />
      <PaymentFilters />
      <KeepSearch />
      <Spoken status>
        {searching || found === null ? t('list.searching') : t('list.found', { total: found.total })}
      </Spoken>
      {searchFailed !== null && (
        <Notice
          alert
          tone="bad"
          title={t('list.failed')}
          text={t(searchFailed === 'role_needed' ? 'refusal.role_needed' : 'list.failedText')}
        >
          <ActionButton label={t('list.again')} onPress={() => void search()} />
        </Notice>
      )}
      {found?.only_here === true && (
        <Notice tone="wait" title={t('list.onlyHere')} text={t('list.onlyHereText')} />
      )}
      {found === null ? (
        searchFailed === null && <Skeleton />
      ) : found.rows.length === 0 ? (
        <NothingFound />
      ) : (
        <>
          <PaymentList found={found} searching={searching} />
          <ExportList />
        </>
      )}
    </Page>
  )
}

/** The audit log, for people with the right to see it. */
function AuditButton() {
  const { t } = useTranslation('staff')
  const shown = useSnapshot(({ staff }) => staff.rights.includes('see_audit'))
  if (!shown) return null
  return (
    <ActionButton
      icon={<IconListSearch size={24} aria-hidden />}
      label={t('page.audit')}
      onPress={() => turnTo('audit')}
    />
  )
}

/** Working hours. Hidden if no people are set up, because then there are none. */
function HoursButton() {
  const { t } = useTranslation('staff')
  const shown = useSnapshot(({ staff }) => staff.people !== null && staff.rights.includes('see_hours'))
  if (!shown) return null
  return (
    <ActionButton
      icon={<IconClockHour4 size={24} aria-hidden />}
      label={t('page.hours')}
      onPress={() => turnTo('hours')}
    />
  )
}

/** The people who work here: managed by the owner, or by the manager if no people are set up. */
function PeopleButton() {
  const { t } = useTranslation('staff')
  const shown = useSnapshot(({ staff }) => staff.people === null || staff.rights.includes('manage_people'))
  if (!shown) return null
  return (
    <ActionButton
      icon={<IconUsers size={24} aria-hidden />}
      label={t('page.people')}
      onPress={() => turnTo('people')}
    />
  )
}

/** A refund may be missing from the list above and must not be given twice. */
function UnreadableLines() {
  const { t } = useTranslation('staff')
  const lines = useSnapshot(({ manager }) => manager.unreadable_lines)
  const acknowledging = useRunning('payments.acknowledge_unreadable')
  if (lines === 0) return null
  return (
    <Notice alert tone="bad" title={t('unreadable.title')} text={t('unreadable.text')}>
      <ActionButton
        label={t('unreadable.acknowledge')}
        disabled={acknowledging}
        onPress={() => send('payments.acknowledge_unreadable', undefined)}
      />
    </Notice>
  )
}

function Skeleton() {
  return (
    <div aria-hidden>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((line) => (
        <div key={line} className={style.skeleton} />
      ))}
    </div>
  )
}

/** Either there were no sales on these days, or the filters match none. */
function NothingFound() {
  const { t } = useTranslation('staff')
  const filters = usePaymentsStore((state) => state.filters)
  const clock = useShopClock()
  if (isSameSearch(filters, quickSearch('open', shopDay(new Date(), clock)))) {
    return (
      <Empty
        icon={<IconCircleCheck size={64} stroke={1.4} aria-hidden />}
        title={t('list.noneOpen')}
        text={t('list.noneOpenText')}
      />
    )
  }
  if (isNarrowed(filters)) {
    return (
      <Empty
        icon={<IconSearchOff size={64} stroke={1.4} aria-hidden />}
        title={t('list.noMatch')}
        text={t(filters.period.kind === 'any' ? 'list.noMatchText' : 'list.noMatchDays')}
      >
        {filters.reference.trim() !== '' && <p className={style.hint}>{t('list.noMatchWords')}</p>}
        {filters.period.kind === 'any' ? <ClearFilters /> : <LookIn kind="any" />}
      </Empty>
    )
  }
  const always = filters.period.kind === 'any'
  return (
    <Empty
      icon={<IconReceipt size={64} stroke={1.4} aria-hidden />}
      title={t(always ? 'list.none' : 'list.noneThen')}
      text={t(always ? 'list.noneText' : 'list.noneThenText')}
    >
      {!always && <LookIn kind={filters.period.kind === 'week' ? 'any' : 'week'} />}
    </Empty>
  )
}

function LookIn({ kind }: { readonly kind: 'week' | 'any' }) {
  const { t } = useTranslation('staff')
  return (
    <ActionButton
      label={t(kind === 'week' ? 'list.lookWeek' : 'list.lookAny')}
      onPress={() => {
        filter({ period: { kind, from: '', to: '' } })
        void search()
      }}
    />
  )
}
