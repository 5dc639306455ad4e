import { useState } from 'react'
import { quantityIn } from '../../src-shared/language.ts'
import type { BackupOpened, BackupSaved } from '../../src-shared/pos/installer-tools/backup.ts'
import { shortestPassphrase } from '../../src-shared/pos/installer-tools/passphrase.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Field } from '../components/field.tsx'
import { Notice } from '../components/notice.tsx'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useCommandStore, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './computer-page.module.css'
import { StillOpen } from './still-open.tsx'
import { useTerminalsStore } from './terminals-store.ts'

/** Saves all data of the counter in one sealed file, and restores it on another computer. */
export function BackupSection() {
  const { t } = useTranslation('setup')
  const restores = useTerminalsStore(({ view }) => view.kind === 'computer' && view.at === 'restore')
  // Scrolls to the restore form: the form above asks for a new backup's passphrase, not for the old one.
  const restore = useScrollIntoView<HTMLElement>(restores, null, 'start')
  return (
    <>
      <section className={style.section}>
        <h2 className={style.name}>{t('backup.title')}</h2>
        <p>{t('backup.text')}</p>
        <SaveForm />
      </section>
      <section ref={restore} className={style.section}>
        <h2 className={style.name}>{t('backup.restoreTitle')}</h2>
        <p>{t('backup.restoreText')}</p>
        <RestoreForm focused={restores} />
      </section>
    </>
  )
}

function SaveForm() {
  const { t } = useTranslation('setup')
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState<BackupSaved | null>(null)
  const isShort = passphrase !== '' && passphrase.length < shortestPassphrase
  const isOther = again !== '' && again !== passphrase
  const save = async () => {
    setBusy(true)
    setSaved(null)
    const answer = await askMain('backup.save', { passphrase })
    setBusy(false)
    if (!answer.ok) return useCommandStore.setState({ refusal: answer.error.code })
    setSaved(answer.value)
    if (answer.value?.kind !== 'saved') return
    setPassphrase('')
    setAgain('')
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t('backup.passphrase')}
        hint={t('backup.passphraseHint', { count: shortestPassphrase })}
        trouble={isShort ? t('backup.short', { count: shortestPassphrase }) : null}
        type="password"
        maxLength={200}
        value={passphrase}
        onChange={setPassphrase}
      />
      <Field
        label={t('backup.again')}
        trouble={isOther ? t('backup.other') : null}
        type="password"
        maxLength={200}
        value={again}
        onChange={setAgain}
      />
      <div className={style.actions}>
        <ActionButton
          submits
          label={t(busy ? 'backup.saving' : 'backup.save')}
          disabled={busy || passphrase.length < shortestPassphrase || again !== passphrase}
        />
      </div>
      {saved !== null && <Saved saved={saved} />}
    </form>
  )
}

function Saved({ saved }: { readonly saved: BackupSaved }) {
  const { t } = useTranslation('setup')
  const language = useSnapshot(({ settings }) => settings.language)
  if (saved.kind === 'not_saved') {
    const { why, place } = saved
    return (
      <Notice
        alert
        scrolls
        tone="bad"
        title={t('backup.notSaved')}
        text={t(`backup.why.${why}`, { place })}
      />
    )
  }
  const size = quantityIn(language, Math.round(saved.bytes / 1e5) / 10)
  return <Notice alert scrolls tone="calm" title={t('backup.saved')} text={t('backup.savedText', { size })} />
}

function RestoreForm({ focused }: { readonly focused: boolean }) {
  const { t } = useTranslation('setup')
  const [passphrase, setPassphrase] = useState('')
  const [busy, setBusy] = useState(false)
  const [opened, setOpened] = useState<BackupOpened | null>(null)
  const open = async () => {
    setBusy(true)
    setOpened(null)
    const answer = await askMain('backup.open', { passphrase })
    setBusy(false)
    if (!answer.ok) return useCommandStore.setState({ refusal: answer.error.code })
    setOpened(answer.value)
  }
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        void open()
      }}
    >
      <Field
        label={t('backup.itsPassphrase')}
        autoFocus={focused}
        type="password"
        maxLength={200}
        value={passphrase}
        onChange={setPassphrase}
      />
      <div className={style.actions}>
        <ActionButton
          submits
          label={t(busy ? 'backup.opening' : 'backup.open')}
          disabled={busy || passphrase === ''}
        />
      </div>
      {opened?.kind === 'problem' && (
        <Notice
          alert
          scrolls
          tone="bad"
          title={t('backup.notOpened')}
          text={t(`backup.problem.${opened.problem}`)}
        />
      )}
      {opened?.kind === 'opened' && (
        <>
          <StillOpen />
          <Preview preview={opened.preview} />
        </>
      )}
    </form>
  )
}

type PreviewOf = Extract<BackupOpened, { readonly kind: 'opened' }>['preview']

function Preview({ preview }: { readonly preview: PreviewOf }) {
  const { t } = useTranslation('setup')
  const dates = useDates()
  const restoring = useRunning('backup.restore')
  const isSelling = useSnapshot(({ sale, bill }) => sale.kind !== 'ready' || bill !== null)
  const { shop, counter, made_at, sales, replaces, pins_lost } = preview
  return (
    <Notice
      alert
      scrolls
      tone="wait"
      title={t('backup.found', { shop, counter })}
      text={[
        t('backup.foundText', { time: dates.moment(made_at), count: sales }),
        ...(replaces > 0 ? [t('backup.replaces', { count: replaces })] : []),
        ...(pins_lost ? [t('backup.pinsLost')] : []),
        t('backup.oldComputer'),
        ...(isSelling ? [t('backup.saleFirst')] : []),
      ].join(' ')}
    >
      <ActionButton
        kind="primary"
        label={t('backup.restore')}
        disabled={restoring || isSelling}
        onPress={() => void run('backup.restore', undefined)}
      />
    </Notice>
  )
}
