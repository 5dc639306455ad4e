import { useId, useState } from 'react'
import type { ProfilePreview } from '../../src-shared/pos/installer-tools/profile.ts'
import { ChangedSetting } from '../audit/changed-setting.tsx'
import { wordFor } from '../audit/use-value.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { FileInput } from '../components/file-input.tsx'
import { Notice } from '../components/notice.tsx'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useCommandStore, useRunning } from '../stores/command-store.ts'
import style from './computer-page.module.css'

/** Saves the settings of one counter for others, shows such a profile, and applies it. */
export function ProfileSection() {
  const { t } = useTranslation('setup')
  const id = useId()
  const [text, setText] = useState('')
  const [preview, setPreview] = useState<ProfilePreview | null>(null)
  const [done, setDone] = useState(false)
  const [saved, setSaved] = useState<'saved' | 'failed' | null>(null)
  const saving = useRunning('settings.export_profile')
  const ask = async (name: 'settings.preview_profile' | 'settings.apply_profile', profile: string) => {
    const answer = await askMain(name, { text: profile })
    if (!answer.ok) return useCommandStore.setState({ refusal: answer.error.code })
    setPreview(answer.value)
    setDone(name === 'settings.apply_profile' && answer.value.problems.length === 0)
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    // A longer file is not a profile; main reports that.
    const profile = await file.slice(0, 100_000).text()
    setText(profile)
    await ask('settings.preview_profile', profile)
  }
  const save = async () => {
    const answer = await askMain('settings.export_profile', undefined)
    if (!answer.ok) setSaved('failed')
    else if (answer.value) setSaved('saved')
  }
  return (
    <section className={style.section}>
      <h2 className={style.name}>{t('profile.title')}</h2>
      <p>{t('profile.text')}</p>
      <div className={style.actions}>
        <ActionButton label={t('profile.save')} disabled={saving} onPress={() => void save()} />
      </div>
      {saved !== null && (
        <Notice alert scrolls tone={saved === 'saved' ? 'calm' : 'bad'} title={t(`profile.${saved}`)} />
      )}
      <label htmlFor={id}>{t('profile.choose')}</label>
      <FileInput id={id} accept=".json,application/json" onChoose={(file) => void choose(file)} />
      {preview !== null && <Preview preview={preview} done={done} />}
      {preview !== null && !done && preview.changes.length > 0 && (
        <div className={style.actions}>
          <ActionButton
            kind="primary"
            label={t('profile.apply', { count: preview.changes.length })}
            onPress={() => void ask('settings.apply_profile', text)}
          />
        </div>
      )}
    </section>
  )
}

function Preview({ preview, done }: { readonly preview: ProfilePreview; readonly done: boolean }) {
  const { t } = useTranslation('setup')
  const { problems, changes, locked, same } = preview
  // Scrolls to the notice together with the wrong lines: in a low window only the notice would be visible.
  const wrong = useScrollIntoView<HTMLDivElement>(problems.length > 0, JSON.stringify(problems), 'start')
  if (problems.length > 0) {
    return (
      <div ref={wrong} className={style.wrong}>
        <Notice alert tone="bad" title={t('profile.wrong')} text={t('profile.wrongText')} />
        <ul className={style.problems}>
          {problems.map(({ kind, line, field, allowed, unit }) => (
            <li key={field}>
              {line !== null && `${t('profile.line', { line })} `}
              {field !== null && <code>{field} </code>}
              {t(`profile.problem.${kind}`)}
              {allowed !== undefined &&
                ` ${t(unit === 'cents' ? 'profile.allowedCents' : 'profile.allowed', { allowed })}`}
            </li>
          ))}
        </ul>
      </div>
    )
  }
  const title = done
    ? t('profile.applied', { count: changes.length })
    : changes.length === 0
      ? t('profile.nothing')
      : t('profile.changes', { count: changes.length })
  const left = locked.map((name) => wordFor(`setting.${name}`, name)).join(', ')
  return (
    <>
      <Notice alert scrolls tone="calm" title={title} text={t('profile.same', { count: same })} />
      <dl className={style.changes}>
        {changes.map((change) => (
          <ChangedSetting key={change.name} {...change} />
        ))}
      </dl>
      {left !== '' && <p>{t('profile.locked', { names: left })}</p>}
    </>
  )
}
