import {
  IconCloud,
  IconDeviceDesktopCog,
  IconDeviceMobile,
  IconDeviceMobilePlus,
  IconHeartbeat,
  IconListCheck,
  IconPlus,
  IconPrinter,
  IconRefresh,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { assertNever } from '../../src-shared/result.ts'
import { ActionButton } from '../components/action-button.tsx'
import { late } from '../components/late.tsx'
import { Notice } from '../components/notice.tsx'
import { Empty, Page } from '../components/page.tsx'
import { speakOfAudit, speakOfPrinting, speakOfSetup } from '../i18n/i18n.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useWhenLeft } from '../stores/put-aside.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { AddVirtual } from './add-virtual.tsx'
import { Devices } from './devices.tsx'
import { Fleet } from './fleet.tsx'
import { reachOf } from './latency.ts'
import { PairPage } from './pair-page.tsx'
import { TerminalPage } from './terminal-page.tsx'
import style from './terminals.module.css'
import { forgetTerminals, list, showView, useTerminalsStore } from './terminals-store.ts'
import { useWhileActive } from './use-while-active.ts'

const PrintersPage = late(async () => {
  const [{ PrintersPage: page }] = await Promise.all([import('./printers-page.tsx'), speakOfPrinting()])
  return { default: page }
})

const AssistantPage = late(async () => {
  const [{ AssistantPage: page }] = await Promise.all([import('./assistant-page.tsx'), speakOfSetup()])
  return { default: page }
})
const HealthPage = late(async () => {
  const [{ HealthPage: page }] = await Promise.all([import('./health-page.tsx'), speakOfSetup()])
  return { default: page }
})
const ComputerPage = late(async () => {
  const [{ ComputerPage: page }] = await Promise.all([
    import('./computer-page.tsx'),
    speakOfSetup(),
    speakOfAudit(),
  ])
  return { default: page }
})
const ServicePage = late(async () => ({ default: (await import('./service-page.tsx')).ServicePage }))

/** The installer's terminals: the list, pairing, and a test of every operation. */
export function TerminalsPage() {
  const view = useTerminalsStore((state) => state.view)
  const reach = useSnapshot(({ installer }) => reachOf(installer.pings))
  const service = useSnapshot((snapshot) => snapshot.service.kind)
  const own = useSnapshot(
    ({ terminal }) => `${terminal.kind} ${terminal.kind === 'none' ? '' : terminal.hsn}`,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up again when a terminal, or the service, comes or goes, and when the counter charges on another one: that changes who holds both
  useEffect(() => void list(), [reach, service, own])
  useWhileActive(() => void list())
  useWhenLeft('terminals', forgetTerminals)
  switch (view.kind) {
    case 'list':
      return <TerminalsList />
    case 'terminal':
      return <TerminalPage key={view.hsn} hsn={view.hsn} />
    case 'pair':
      return <PairPage replaces={view.replaces ?? null} />
    case 'add_virtual':
      return <AddVirtual />
    case 'service':
      return <ServicePage />
    case 'printers':
      return <PrintersPage />
    case 'assistant':
      return <AssistantPage />
    case 'computer':
      return <ComputerPage />
    case 'health':
      return <HealthPage />
    default:
      return assertNever(view)
  }
}

function TerminalsList() {
  const { t } = useTranslation('staff')
  const { terminals, listFailed } = useTerminalsStore()
  // The bar above every page asks for the key; no request has been sent to the service.
  const isKeyNeeded = useSnapshot(({ service }) => service.kind === 'key_needed')
  const training = useSnapshot((snapshot) => snapshot.training)
  // Right after a start it is shown as connecting.
  const silent = useSnapshot(({ terminal }) =>
    terminal.kind === 'not_owned' || terminal.kind === 'connecting' ? terminal : null,
  )
  const isGone = silent !== null && terminals?.every(({ hsn }) => hsn !== silent.hsn) === true
  const notice =
    listFailed !== null
      ? !isKeyNeeded && (
          <Notice
            alert
            tone="bad"
            title={t('terminals.failed')}
            text={t(listFailed === 'role_needed' ? 'refusal.role_needed' : 'terminals.failedText')}
          >
            <ActionButton
              icon={<IconRefresh size={24} aria-hidden />}
              label={t('list.again')}
              onPress={() => void list()}
            />
          </Notice>
        )
      : // Checking the cable would not help here.
        isGone && (
          <Notice
            tone="bad"
            title={t('terminals.ownGone', { name: silent.name || silent.hsn })}
            text={t('terminals.ownGoneText')}
          />
        )
  return (
    <Page
      named
      title={t('terminals.title')}
      notice={notice}
      tools={
        <>
          <ActionButton
            icon={<IconListCheck size={26} aria-hidden />}
            label={t('terminals.assistant')}
            onPress={() => showView({ kind: 'assistant' })}
          />
          <ActionButton
            icon={<IconCloud size={26} aria-hidden />}
            label={t('service.open')}
            onPress={() => showView({ kind: 'service' })}
          />
          <ActionButton
            icon={<IconPrinter size={26} aria-hidden />}
            label={t('printers.open')}
            onPress={() => showView({ kind: 'printers' })}
          />
          <ActionButton
            icon={<IconHeartbeat size={26} aria-hidden />}
            label={t('terminals.health')}
            onPress={() => showView({ kind: 'health' })}
          />
          <ActionButton
            icon={<IconDeviceDesktopCog size={26} aria-hidden />}
            label={t('terminals.computer')}
            onPress={() => showView({ kind: 'computer' })}
          />
          {training && (
            <ActionButton
              icon={<IconDeviceMobilePlus size={26} aria-hidden />}
              label={t('terminals.addVirtual')}
              onPress={() => showView({ kind: 'add_virtual' })}
            />
          )}
          <ActionButton
            icon={<IconPlus size={26} aria-hidden />}
            label={t('terminals.pair')}
            onPress={() => showView({ kind: 'pair' })}
          />
        </>
      }
    >
      {terminals === null ? (
        listFailed === null && <p className={style.soft}>{t('terminals.looking')}</p>
      ) : terminals.length === 0 ? (
        <Empty
          icon={<IconDeviceMobile size={64} stroke={1.4} aria-hidden />}
          title={t('terminals.none')}
          text={t(training ? 'terminals.noneTraining' : 'terminals.noneText')}
        />
      ) : (
        <Fleet terminals={terminals} />
      )}
      <Devices />
    </Page>
  )
}
