import { useState } from 'react'
import type { Settings } from '../../src-shared/pos/settings/settings.ts'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { Lockable } from '../shell/locked.tsx'
import { run, useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { BackupSection } from './backup-section.tsx'
import style from './computer-page.module.css'
import { CounterName } from './counter-name.tsx'
import { ProfileSection } from './profile-section.tsx'

/** Settings of the counter on this computer, and its backups and profiles. */
export function ComputerPage() {
  const { t } = useTranslation('setup')
  return (
    <Page title={t('computer.title')}>
      <CounterName />
      <Behaviour />
      <BackupSection />
      <ProfileSection />
    </Page>
  )
}

const names = ['start_with_computer', 'full_screen', 'keep_awake'] as const

function Behaviour() {
  const { t } = useTranslation('setup')
  const settings = useSnapshot((snapshot) => snapshot.settings)
  const busy = useRunning('settings.computer')
  const [failed, setFailed] = useState(false)
  const set = async (changes: Partial<Settings>) => {
    const { start_with_computer, full_screen, keep_awake } = settings
    const refusal = await run('settings.computer', {
      start_with_computer,
      full_screen,
      keep_awake,
      ...changes,
    })
    setFailed(refusal === 'failed')
  }
  return (
    <section className={style.section}>
      <h2 className={style.name}>{t('computer.behaviour')}</h2>
      {names.map((name) => (
        <Lockable key={name} names={[name]}>
          <label className={style.check}>
            <input
              type="checkbox"
              checked={settings[name]}
              disabled={busy}
              aria-describedby={`${name}-hint`}
              onChange={(event) => void set({ [name]: event.currentTarget.checked })}
            />
            <span>{t(`computer.${name}.label`)}</span>
          </label>
          <p id={`${name}-hint`} className={style.hint}>
            {t(`computer.${name}.hint`)}
          </p>
        </Lockable>
      ))}
      {failed && <Notice alert tone="bad" title={t('computer.failed')} text={t('computer.failedText')} />}
    </section>
  )
}
