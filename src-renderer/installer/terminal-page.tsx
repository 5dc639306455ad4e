import { IconDeviceDesktop, IconPlugX, IconReplace } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { labelledIn } from '../../src-shared/language.ts'
import { newestVersions, troublesOf } from '../../src-shared/pos/installer-tools/fleet.ts'
import type { TerminalListItem } from '../../src-shared/pos/terminals/installer.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Empty, Page } from '../components/page.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { Capabilities } from './capabilities.tsx'
import { LatencyChart } from './latency-chart.tsx'
import { Operations } from './operations.tsx'
import { TerminalBadges } from './terminal-badges.tsx'
import { useSessionWords, useUseWords } from './terminal-card.tsx'
import { TerminalName } from './terminal-name.tsx'
import style from './terminals.module.css'
import { list, showView, stopDiagnostic, tryOperation, useTerminalsStore } from './terminals-store.ts'
import { TroubleBadges } from './trouble-badges.tsx'
import { useFactWords } from './use-fact-words.ts'
import { useIsOwnTerminal, useOwnSessionEnd } from './use-own-terminal.ts'

/** One terminal: its details, its response times, and a test of each operation. */
export function TerminalPage({ hsn }: { readonly hsn: string }) {
  const { t } = useTranslation('staff')
  const terminals = useTerminalsStore((state) => state.terminals)
  useEffect(() => stopDiagnostic, [])
  const terminal = terminals?.find((one) => one.hsn === hsn)
  if (terminal === undefined) {
    return (
      <Page title={hsn}>
        <Empty
          icon={<IconPlugX size={64} stroke={1.4} aria-hidden />}
          title={t(terminals === null ? 'terminals.looking' : 'terminal.gone')}
          text={terminals === null ? '' : t('terminal.goneText')}
        />
      </Page>
    )
  }
  return (
    <Page title={terminal.name === '' ? hsn : terminal.name} tools={<Tools terminal={terminal} />}>
      <span className={style.badges}>
        <TerminalBadges terminal={terminal} />
        <TroubleBadges
          terminal={terminal}
          troubles={troublesOf(terminal, newestVersions(terminals ?? []), Date.now())}
        />
      </span>
      <div className={style.columns}>
        <div className={style.column}>
          <Details terminal={terminal} />
          <Answers hsn={hsn} />
        </div>
        <div className={style.column}>
          <Operations terminal={terminal} />
        </div>
      </div>
    </Page>
  )
}

/** Makes the terminal this counter's, or removes a virtual one. */
function Tools({ terminal }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const using = useRunning('terminals.use')
  const removing = useRunning('terminals.remove_virtual')
  const { hsn, virtual } = terminal
  const isOwn = useIsOwnTerminal(hsn)
  const use = async () => {
    await run('terminals.use', { hsn })
    await list()
  }
  const unplug = async () => {
    await run('terminals.remove_virtual', { hsn })
    await list()
    showView({ kind: 'list' })
  }
  return (
    <>
      {virtual && !isOwn && (
        <ActionButton
          kind="undo"
          icon={<IconPlugX size={26} aria-hidden />}
          label={t('terminal.unplug')}
          disabled={removing}
          onPress={() => void unplug()}
        />
      )}
      {!virtual && !isOwn && <Release hsn={hsn} />}
      {!virtual && isOwn && (
        <ActionButton
          icon={<IconReplace size={26} aria-hidden />}
          label={t('terminal.replace')}
          onPress={() => showView({ kind: 'pair', replaces: hsn })}
        />
      )}
      {!isOwn && (
        <ActionButton
          icon={<IconDeviceDesktop size={26} aria-hidden />}
          label={t(using ? 'terminal.using' : 'terminal.use')}
          disabled={using}
          onPress={() => void use()}
        />
      )}
    </>
  )
}

/** Releases the terminal permanently, after a confirmation. */
function Release({ hsn }: { readonly hsn: string }) {
  const { t } = useTranslation('staff')
  const [asked, setAsked] = useState(false)
  const [wasAsked, setWasAsked] = useState(false)
  const releasing = useRunning('terminals.release')
  const release = async () => {
    setAsked(false)
    if ((await run('terminals.release', { hsn })) !== null) return
    await list()
    showView({ kind: 'list' })
  }
  if (!asked) {
    return (
      <ActionButton
        label={t('terminal.release')}
        // A disabled button takes no focus: it gets the focus if the release is refused.
        focusOnArrival={wasAsked && !releasing}
        disabled={releasing}
        onPress={() => {
          setWasAsked(true)
          setAsked(true)
        }}
      />
    )
  }
  return (
    <>
      <ActionButton kind="undo" label={t('terminal.releaseSure')} onPress={() => void release()} />
      <ActionButton label={t('terminal.releaseNot')} focusOnArrival onPress={() => setAsked(false)} />
    </>
  )
}

/** An unknown environment of another service is shown unchanged. */
const environments: { readonly [name: string]: 'terminal.practice' | 'terminal.live' | undefined } = {
  sandbox: 'terminal.practice',
  training: 'terminal.practice',
  production: 'terminal.live',
}

function Details({ terminal }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const session = useSessionWords(terminal.hsn)
  const isInSession = useOwnSessionEnd(terminal.hsn) !== null
  const dates = useDates()
  const use = useUseWords(terminal)
  const { capabilities, clock, connected, linked_at, held_by } = terminal
  const screen =
    capabilities.screen_dimension_x === 0
      ? null
      : `${capabilities.screen_dimension_x} × ${capabilities.screen_dimension_y}`
  const environment = environments[terminal.environment]
  const facts = [
    ['serial', terminal.hsn],
    ['type', terminal.device_type],
    ['environment', environment === undefined ? terminal.environment : t(environment)],
    ['screen', screen],
    ['session', session],
    ['holder', held_by === null || !connected || isInSession ? null : use],
    ['version', terminal.version],
    ['linked', connected ? t('terminal.now') : linked_at === null ? null : dates.moment(linked_at)],
    [
      'clock',
      clock === null
        ? null
        : t('terminal.clockSet', {
            moment: dates.moment(clock.set_at),
            seconds: Math.round(clock.offset_ms / 1000),
          }),
    ],
  ] as const
  return (
    <section className={style.section}>
      <h2 className={style.heading}>{t('terminal.details')}</h2>
      <dl className={style.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null &&
            value !== '' && (
              <div key={name} className={style.fact}>
                <dt>{t(`terminal.fact.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {clock !== null && <p className={style.soft}>{t('terminal.nightly')}</p>}
      <Capabilities of={capabilities} />
      {!terminal.waits_for_code && <TerminalName terminal={terminal} />}
      <Learnable terminal={terminal} />
    </section>
  )
}

/** Facts that only the terminal knows; requested on demand. */
function Learnable({ terminal: { hsn, connected } }: { readonly terminal: TerminalListItem }) {
  const { t } = useTranslation('staff')
  const write = useFactWords()
  const learned = useTerminalsStore((state) => state.learned[hsn])
  const asking = useTerminalsStore((state) =>
    state.diagnostic?.running === true ? state.diagnostic.operation : null,
  )
  const language = useSnapshot(({ settings }) => settings.language)
  const rows = [
    { operation: 'get_pan_pad_version', name: 'version', fact: learned?.version },
    { operation: 'date_time', name: 'clock_offset', fact: learned?.clock_offset },
  ] as const
  return (
    <ul className={style.devices}>
      {rows.map(({ operation, name, fact }) => (
        <li key={operation} className={style.device}>
          <span className={style.deviceName}>
            {t(`operation.${operation}.name`)}{' '}
            <span className={style.soft}>
              {fact === undefined
                ? t('terminal.notAsked')
                : labelledIn(language, t(`fact.${name}`), write(fact))}
            </span>
          </span>
          <span className={style.ask}>
            <ActionButton
              label={t(asking === operation ? 'operations.askingShort' : `operation.${operation}.run`)}
              disabled={!connected || asking !== null}
              onPress={() => void tryOperation(hsn, operation, {})}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Answers({ hsn }: { readonly hsn: string }) {
  const { t } = useTranslation('staff')
  const pings = useSnapshot(({ installer }) => installer.pings)
  return (
    <section className={style.section}>
      <h2 className={style.heading}>{t('latency.title')}</h2>
      <LatencyChart pings={pings.filter((ping) => ping.hsn === hsn)} />
    </section>
  )
}
