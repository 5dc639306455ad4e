import { IconCircleCheckFilled, IconDeviceMobileQuestion, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Pairing } from '../../src-shared/pos/terminals/installer.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Spoken } from '../components/spoken.tsx'
import { Dock, Stage, splitClass, Words } from '../components/stage.tsx'
import { countdown, useSeconds } from '../components/use-seconds.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useKeys } from '../keyboard/use-keys.ts'
import { run, send, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './pair-page.module.css'
import { inGroups, isClaimCode, isSerialId } from './serial-id.ts'
import { list, showView, useTerminalsStore } from './terminals-store.ts'

interface Replaces {
  /** The terminal that the new one replaces; null for none. */
  readonly replaces: string | null
}

/** Pairing: the serial identifier first, then the activation code, until the terminal connects with it. */
export function PairPage({ replaces }: Replaces) {
  const pairing = useSnapshot(({ installer }) => installer.pairing)
  // Stops waiting for the terminal; its code stays valid until it expires. A refusal is not shown.
  useEffect(() => () => void askMain('terminals.stop_pairing', undefined), [])
  return (
    <div className={splitClass}>
      {pairing === null ? (
        <AskSerial replaces={replaces} />
      ) : (
        <PairingScreen key={pairing.code} pairing={pairing} replaces={replaces} />
      )}
    </div>
  )
}

function AskSerial({ replaces }: Replaces) {
  const { t } = useTranslation('staff')
  const [hsn, setHsn] = useState('')
  const asking = useRunning('terminals.pair')
  const [claim, setClaim] = useState('')
  const serial = hsn.trim()
  const claimCode = claim.replace(/[\s-]/g, '')
  const claimFits = claimCode === '' || isClaimCode(claimCode)
  const already = useTerminalsStore((state) =>
    (state.terminals ?? []).some((one) => one.hsn === serial && one.connected),
  )
  const ready = isSerialId(serial) && claimFits && !already && !asking
  const go = () => {
    if (ready) send('terminals.pair', { hsn: serial, claim_code: claimCode === '' ? null : claimCode })
  }
  useKeys({ enter: go })
  return (
    <>
      <Stage
        title={t(replaces === null ? 'pair.title' : 'pair.titleNew')}
        icon={<IconDeviceMobileQuestion size={64} stroke={1.4} aria-hidden />}
      >
        {replaces !== null && <Words strong>{t('pair.inPlaceOf', { hsn: replaces })}</Words>}
        <Words>{t('pair.words')}</Words>
        <div className={style.form}>
          <Field
            autoFocus
            label={t('pair.serial')}
            hint={t('pair.serialHint')}
            trouble={
              already
                ? t('pair.already')
                : serial === '' || isSerialId(serial)
                  ? null
                  : t('pair.serialTrouble')
            }
            value={hsn}
            maxLength={64}
            onChange={setHsn}
            onEnter={go}
          />
          <Field
            label={t('pair.claim')}
            hint={t('pair.claimHint')}
            trouble={claimFits ? null : t('pair.claimTrouble')}
            value={claim}
            inputMode="numeric"
            maxLength={20}
            onChange={setClaim}
            onEnter={go}
          />
        </div>
      </Stage>
      <Dock>
        <ActionButton
          kind="primary"
          label={t(asking ? 'pair.asking' : 'pair.getCode')}
          keyHint="Enter"
          disabled={!ready}
          onPress={go}
        />
      </Dock>
    </>
  )
}

function PairingScreen({ pairing, replaces }: Replaces & { readonly pairing: Pairing }) {
  switch (pairing.state) {
    case 'waiting':
      return <Waiting pairing={pairing} />
    case 'paired':
      return <Paired pairing={pairing} replaces={replaces} />
    case 'expired':
    case 'failed':
      return <NotPaired pairing={pairing} state={pairing.state} />
  }
}

/** Below this the remaining time is emphasized. */
const soonSeconds = 60

function Waiting({ pairing }: { readonly pairing: Pairing }) {
  const { t } = useTranslation('staff')
  const { seconds, text } = countdown(pairing.expires_at, useSeconds())
  const asking = useRunning('terminals.pair')
  const news =
    pairing.news === 'taken' ? t('pair.taken') : pairing.news === 'wrong_code' ? t('pair.wrongCode') : null
  return (
    <>
      <Stage title={t('pair.typeCode')}>
        <p className={style.code} translate="no">
          {inGroups(pairing.code)}
        </p>
        <p
          className={`${style.left} ${seconds <= soonSeconds ? style.soon : ''}`}
          role="timer"
          aria-live="off"
        >
          {t('pair.goodFor', { time: text })}
        </p>
        {/* Above the steps, so that it is visible without scrolling on a small screen. */}
        <div role="status">
          {news !== null && <Notice tone={pairing.news === 'taken' ? 'calm' : 'wait'} title={news} />}
        </div>
        <ol className={style.steps}>
          <li>{t('pair.step.on', { hsn: pairing.hsn })}</li>
          <li>{t('pair.step.menu')}</li>
          <li>{t('pair.step.type')}</li>
        </ol>
        {news === null && <Words>{t('pair.waits')}</Words>}
        {pairing.news !== 'taken' && <Words>{t('pair.refuses', { hsn: pairing.hsn })}</Words>}
      </Stage>
      <Dock>
        <AnotherTerminal />
        <ActionButton
          label={t('pair.newCode')}
          disabled={asking}
          onPress={() => send('terminals.pair', { hsn: pairing.hsn, claim_code: pairing.claim_code })}
        />
      </Dock>
    </>
  )
}

function Paired({ pairing, replaces }: Replaces & { readonly pairing: Pairing }) {
  const { t } = useTranslation('staff')
  useEffect(() => void list(), [])
  const using = useRunning('terminals.use')
  const look = () => showView({ kind: 'terminal', hsn: pairing.hsn })
  const use = async () => {
    if ((await run('terminals.use', { hsn: pairing.hsn })) !== null) return
    // The list marks this counter's terminal: reload it, so that the next page does not show the previous one.
    await list()
    look()
  }
  useKeys({ enter: () => void use() })
  return (
    <>
      <Stage tone="good" title={t('pair.paired')} icon={<IconCircleCheckFilled size={88} aria-hidden />}>
        <Words strong>{t('pair.pairedText', { hsn: pairing.hsn })}</Words>
        <Words>{t(replaces === null ? 'pair.pairedNext' : 'pair.replacedNext', { hsn: replaces })}</Words>
        <Spoken status>{t('pair.paired')}</Spoken>
      </Stage>
      <Dock>
        <AnotherTerminal paired />
        <ActionButton label={t('pair.look')} onPress={look} />
        <ActionButton
          kind="primary"
          label={t('pair.use')}
          keyHint="Enter"
          disabled={using}
          onPress={() => void use()}
        />
      </Dock>
    </>
  )
}

function NotPaired({ pairing, state }: { readonly pairing: Pairing; readonly state: 'expired' | 'failed' }) {
  const { t } = useTranslation('staff')
  const asking = useRunning('terminals.pair')
  const again = () => send('terminals.pair', { hsn: pairing.hsn, claim_code: pairing.claim_code })
  useKeys({ enter: again })
  return (
    <>
      <Stage
        tone={state === 'failed' ? 'bad' : 'wait'}
        title={t(`pair.${state}`)}
        icon={<IconPlugConnectedX size={72} stroke={1.5} aria-hidden />}
      >
        <Words strong>{t(pairing.news === 'void' ? 'pair.voidText' : `pair.${state}Text`)}</Words>
        {pairing.detail !== '' && <Words>{t('pair.detail', { detail: pairing.detail })}</Words>}
      </Stage>
      <Dock>
        <AnotherTerminal />
        <ActionButton
          kind="primary"
          label={t('pair.newCode')}
          keyHint="Enter"
          disabled={asking}
          onPress={again}
        />
      </Dock>
    </>
  )
}

/** Ends this pairing and shows the field for a serial identifier again. */
function AnotherTerminal({ paired = false }: { readonly paired?: boolean }) {
  const { t } = useTranslation('staff')
  const stopping = useRunning('terminals.stop_pairing')
  return (
    <ActionButton
      label={t(paired ? 'pair.pairAnother' : 'pair.another')}
      disabled={stopping}
      onPress={() => send('terminals.stop_pairing', undefined)}
    />
  )
}
