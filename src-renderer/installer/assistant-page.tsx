import { IconDatabaseImport } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { installationWords } from '../../src-shared/pos/installer-tools/report-words.ts'
import {
  nextStep,
  type Setup,
  type SetupStep,
  setupSteps,
  stepState,
} from '../../src-shared/pos/installer-tools/setup.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { useRunning } from '../stores/command-store.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './assistant.module.css'
import { AssistantStep } from './assistant-step.tsx'
import { goFromAssistant } from './terminals-store.ts'
import { useSetupFacts } from './use-setup-facts.ts'

/** Sets up a counter step by step. The progress is stored on disk, so setup continues where it stopped. */
export function AssistantPage() {
  const { t } = useTranslation('setup')
  const [setup, setSetup] = useState<Setup | null>(null)
  const [open, setOpen] = useState<SetupStep | null>(null)
  const [failed, setFailed] = useState(false)
  const facts = useSetupFacts()

  const show = (read: Setup) => {
    setSetup(read)
    setOpen(nextStep(read, facts))
  }
  const look = async (move: boolean) => {
    const answer = await askMain('setup.read', undefined)
    setFailed(!answer.ok)
    if (!answer.ok) return
    if (move) show(answer.value)
    else setSetup(answer.value)
  }
  const mark = async (step: SetupStep, state: 'done' | 'skipped' | 'open') => {
    const answer = await askMain('setup.mark', { step, state })
    setFailed(!answer.ok)
    if (!answer.ok) return
    setSetup(answer.value)
    setOpen(state === 'open' ? step : nextStep(answer.value, facts))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and after each change
  useEffect(() => void look(true), [])

  return (
    <Page
      title={t('assistant.title')}
      tools={
        <ActionButton
          icon={<IconDatabaseImport size={24} aria-hidden />}
          label={t('assistant.restore')}
          onPress={() => goFromAssistant({ kind: 'computer', at: 'restore' })}
        />
      }
    >
      <Money />
      {failed && <Notice alert tone="bad" title={t('assistant.failed')} />}
      {setup !== null && (
        <>
          <ol className={style.steps}>
            {setupSteps.map((step, index) => (
              <StepRow
                key={step}
                step={step}
                number={index + 1}
                setup={setup}
                isOpen={open === step}
                onOpen={() => setOpen(open === step ? null : step)}
                onMark={(state) => void mark(step, state)}
                onTried={() => void look(false)}
              />
            ))}
          </ol>
          <Report isWhole={nextStep(setup, facts) === null} />
        </>
      )}
    </Page>
  )
}

/** Whether this setup moves real money. */
function Money() {
  const { t } = useTranslation('staff')
  const training = useSnapshot((snapshot) => snapshot.training)
  const real = useSnapshot((snapshot) => snapshot.real_money)
  const kind = training ? 'training' : real === null ? 'unknown' : real ? 'live' : 'sandbox'
  return <Notice tone={kind === 'live' ? 'wait' : 'calm'} title={t(`service.now.${kind}`)} />
}

interface StepRowProps {
  readonly step: SetupStep
  readonly number: number
  readonly setup: Setup
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onMark: (state: 'done' | 'skipped' | 'open') => void
  readonly onTried: () => void
}

function StepRow({ step, number, setup, isOpen, onOpen, onMark, onTried }: StepRowProps) {
  const { t } = useTranslation('setup')
  const language = useSnapshot(({ settings }) => settings.language)
  const state = stepState(step, setup, useSetupFacts())
  return (
    <li className={style.step} data-step={step} data-state={state}>
      <h2>
        <button type="button" className={style.head} aria-expanded={isOpen} onClick={onOpen}>
          <span className={`${style.number} ${state === 'done' ? style.done : ''}`} aria-hidden>
            {state === 'done' ? '✓' : number}
          </span>
          <span className={style.name}>{installationWords[language].stepNames[step]}</span>
          <span className={style.state}>{t(`assistant.state.${state}`)}</span>
        </button>
      </h2>
      {isOpen && <AssistantStep step={step} setup={setup} onMark={onMark} onTried={onTried} />}
    </li>
  )
}

/** Available at any time: the report marks unfinished steps as such. */
function Report({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTranslation('setup')
  const saving = useRunning('setup.save_report')
  const [saved, setSaved] = useState<'saved' | 'failed' | null>(null)
  const save = async () => {
    const answer = await askMain('setup.save_report', undefined)
    if (!answer.ok) setSaved('failed')
    else if (answer.value) setSaved('saved')
  }
  return (
    <section className={style.report}>
      <h2 className={style.name}>{t('assistant.report')}</h2>
      <p>{t(isWhole ? 'assistant.reportWhole' : 'assistant.reportText')}</p>
      <div className={style.actions}>
        <ActionButton
          kind={isWhole ? 'primary' : 'plain'}
          label={t('assistant.saveReport')}
          disabled={saving}
          onPress={() => void save()}
        />
      </div>
      {saved !== null && (
        <Notice alert scrolls tone={saved === 'saved' ? 'calm' : 'bad'} title={t(`support.${saved}`)} />
      )}
    </section>
  )
}
