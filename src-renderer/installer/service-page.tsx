import { useEffect, useState } from 'react'
import type { ServicePlace } from '../../src-shared/pos/installer-tools/service-commands.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, send, useRunning } from '../stores/command-store.ts'
import { CheckResult } from './service-check.tsx'
import style from './service-page.module.css'
import { type Entry, emptyEntry, useServiceCheck } from './use-service-check.ts'

/** Where this counter charges: training, or the shop's own service, which is checked before it is used. */
export function ServicePage() {
  const { t } = useTranslation('staff')
  const [place, setPlace] = useState<ServicePlace | null>(null)
  const look = async () => {
    const found = await askMain('service.place', undefined)
    if (found.ok) setPlace(found.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and after each change
  useEffect(() => void look(), [])
  if (place === null) return null
  return (
    <Page named title={t('service.title')}>
      <Present place={place} onChanged={look} />
      {place.key_needed && <Unlock onDone={look} />}
      {place.by !== 'environment' && <Connect keepsKey={place.keeps_key} onConnected={look} />}
    </Page>
  )
}

function Present({
  place,
  onChanged,
}: {
  readonly place: ServicePlace
  readonly onChanged: () => Promise<void>
}) {
  const { t } = useTranslation('staff')
  const [asking, setAsking] = useState(false)
  const restarting = useRunning('service.restart')
  if (place.after_restart !== null) {
    return (
      <Notice
        scrolls
        tone="wait"
        title={t('service.restart')}
        text={t(`service.after.${place.after_restart}`)}
      >
        <ActionButton
          kind="primary"
          label={t('service.restartNow')}
          disabled={restarting}
          onPress={() => send('service.restart', undefined)}
        />
      </Notice>
    )
  }
  const money = place.real_money === null ? 'unknown' : place.real_money ? 'live' : 'sandbox'
  const kind = place.by === 'training' ? 'training' : money
  const train = async () => {
    if ((await run('service.train', undefined)) === null) await onChanged()
  }
  return (
    <Notice
      tone={kind === 'live' ? 'wait' : 'calm'}
      title={t(`service.now.${kind}`)}
      text={
        place.by === 'training'
          ? t('service.nowTraining')
          : place.by === 'settings' && place.url === null
            ? t('service.nowUnreadable')
            : t(place.by === 'environment' ? 'service.nowNamed' : 'service.nowAt', {
                url: place.url ?? '',
                account: place.account_id ?? '',
              })
      }
    >
      {place.by !== 'settings' ? undefined : asking ? (
        <>
          <ActionButton label={t('service.stay')} onPress={() => setAsking(false)} />
          <ActionButton kind="undo" label={t('service.trainSure')} onPress={() => void train()} />
        </>
      ) : (
        <ActionButton label={t('service.train')} onPress={() => setAsking(true)} />
      )}
    </Notice>
  )
}

function Unlock({ onDone }: { readonly onDone: () => Promise<void> }) {
  const { t } = useTranslation('staff')
  const [key, setKey] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const go = async () => {
    if (key.trim() === '' || asking) return
    setAsking(true)
    const answer = await askMain('service.unlock', { api_key: key })
    setAsking(false)
    if (answer.ok && answer.value.kind === 'fits') return onDone()
    setTrouble(
      t(
        answer.ok && answer.value.kind !== 'fits' && answer.value.kind !== 'accounts'
          ? `service.wrong.${answer.value.kind}.title`
          : 'service.notNow',
      ),
    )
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void go()
      }}
    >
      <h2 className={style.title}>{t('service.unlock')}</h2>
      <Field
        label={t('service.key')}
        hint={t('service.unlockHint')}
        trouble={trouble}
        type="password"
        value={key}
        maxLength={300}
        onChange={setKey}
      />
      <ActionButton
        submits
        kind="primary"
        label={t('service.unlockNow')}
        disabled={asking || key.trim() === ''}
      />
    </form>
  )
}

const firstFields = ['url', 'api_key'] as const
/** Used only if the service does not list the accounts that the key can access. */
const typedFields = ['account_id', 'merchant_id'] as const

/** Results of a check that need more input from a person. */
const askForAccount: readonly string[] = ['account_needed', 'merchant_needed']

function Connect(props: { readonly keepsKey: boolean; readonly onConnected: () => Promise<void> }) {
  const { t } = useTranslation('staff')
  const [entry, setEntry] = useState<Entry>(emptyEntry)
  const checking = useServiceCheck(entry)
  /** Who caused the account fields to be shown. */
  const [askedBy, setAskedBy] = useState<'person' | 'service' | null>(null)
  const { result } = checking
  const isAsked = result !== null && result !== 'not_now' && askForAccount.includes(result.kind)
  const typed = askedBy !== null || isAsked
  if (isAsked && askedBy === null) setAskedBy('service')
  const isWhole =
    entry.url.trim() !== '' && entry.api_key.trim() !== '' && (!isAsked || entry.account_id.trim() !== '')
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole) void checking.check(null)
      }}
    >
      <h2 className={style.title}>{t('service.connect')}</h2>
      <p>{t(props.keepsKey ? 'service.keeps' : 'service.keepsNot')}</p>
      {[...firstFields, ...(typed ? typedFields : [])].map((name) => (
        <Field
          key={name}
          label={t(`service.field.${name}`)}
          hint={t(`service.hint.${name}`)}
          type={name === 'api_key' ? 'password' : 'text'}
          value={entry[name]}
          maxLength={300}
          onChange={(value) => {
            checking.forget()
            // Another service or key may list its accounts by itself.
            const isElsewhere = name === 'url' || name === 'api_key'
            const isUntouched = entry.account_id === '' && entry.merchant_id === ''
            if (askedBy === 'service' && isElsewhere && isUntouched) setAskedBy(null)
            setEntry({ ...entry, [name]: value })
          }}
        />
      ))}
      <ActionButton
        submits
        kind="primary"
        label={t(checking.busy ? 'service.checking' : 'service.check')}
        disabled={!isWhole || checking.busy}
      />
      {!typed && (
        <ActionButton kind="quiet" label={t('service.typeAccount')} onPress={() => setAskedBy('person')} />
      )}
      <CheckResult
        checking={checking}
        onConnected={async () => {
          checking.forget()
          setEntry(emptyEntry)
          await props.onConnected()
        }}
      />
    </form>
  )
}
