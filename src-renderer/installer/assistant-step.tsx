import { useState } from 'react'
import {
  isProven,
  type Setup,
  type SetupStep,
  stepState,
} from '../../src-shared/pos/installer-tools/setup.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useScrollIntoView } from '../components/use-scroll-into-view.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './assistant.module.css'
import { CounterName } from './counter-name.tsx'
import { DiagnosticResultView } from './diagnostic-result.tsx'
import { goFromAssistant, stopDiagnostic, tryOperation, useTerminalsStore } from './terminals-store.ts'
import { useSetupFacts } from './use-setup-facts.ts'

interface AssistantStepProps {
  readonly step: SetupStep
  readonly setup: Setup
  readonly onMark: (state: 'done' | 'skipped' | 'open') => void
  readonly onTried: () => void
}

/** One step: its purpose, the page or test that completes it, and the mark that it is done. */
export function AssistantStep({ step, setup, onMark, onTried }: AssistantStepProps) {
  const { t } = useTranslation('setup')
  const facts = useSetupFacts()
  const proven = isProven(step, setup, facts)
  const state = stepState(step, setup, facts)
  // Earlier steps may fill the window.
  const body = useScrollIntoView<HTMLDivElement>(true)
  const [tries, setTries] = useState(0)
  // The result of a test may push the next actions out of the window.
  const actions = useScrollIntoView<HTMLDivElement>(tries > 0, tries)
  return (
    <div ref={body} className={style.body}>
      <p>{t(`assistant.step.${step}`)}</p>
      <Way
        step={step}
        onTried={() => {
          onTried()
          setTries(tries + 1)
        }}
      />
      {proven !== null && <p role="status">{t(proven ? 'assistant.shows' : 'assistant.showsNot')}</p>}
      <div ref={actions} className={style.actions}>
        {state === 'open' ? (
          <>
            <ActionButton label={t('assistant.skip')} onPress={() => onMark('skipped')} />
            <ActionButton
              kind="primary"
              label={t('assistant.done')}
              disabled={proven === false}
              onPress={() => onMark('done')}
            />
          </>
        ) : (
          <ActionButton
            label={t(state === 'skipped' ? 'assistant.now' : 'assistant.again')}
            onPress={() => onMark('open')}
          />
        )}
      </div>
    </div>
  )
}

/** Completes the step: opens an existing page, or tests the terminal. */
function Way({ step, onTried }: Pick<AssistantStepProps, 'step' | 'onTried'>) {
  const { t } = useTranslation('setup')
  switch (step) {
    case 'service':
      return (
        <div className={style.actions}>
          <ActionButton
            label={t('assistant.openService')}
            onPress={() => goFromAssistant({ kind: 'service' })}
          />
        </div>
      )
    case 'terminal':
      return (
        <>
          <div className={style.actions}>
            <ActionButton label={t('assistant.pair')} onPress={() => goFromAssistant({ kind: 'pair' })} />
            <ActionButton label={t('assistant.choose')} onPress={() => goFromAssistant({ kind: 'list' })} />
          </div>
          <CounterName />
        </>
      )
    case 'printer':
    case 'scanner':
    case 'drawer':
      return (
        <div className={style.actions}>
          <ActionButton
            label={t('assistant.openPrinters')}
            onPress={() => goFromAssistant({ kind: 'printers' })}
          />
        </div>
      )
    case 'clock':
      return <Try operation="date_time" label={t('assistant.setClock')} onTried={onTried} />
    case 'test_sale':
      return <Try operation="auth_card" label={t('assistant.sell')} onTried={onTried} />
    default:
      return null
  }
}

interface TryProps {
  readonly operation: 'date_time' | 'auth_card'
  readonly label: string
  readonly onTried: () => void
}

function Try({ operation, label, onTried }: TryProps) {
  const { t } = useTranslation('setup')
  const hsn = useSnapshot(({ terminal }) => (terminal.kind === 'connected' ? terminal.hsn : null))
  const diagnostic = useTerminalsStore((state) => state.diagnostic)
  const mine = diagnostic?.operation === operation ? diagnostic : null
  const go = async () => {
    if (hsn === null) return
    await tryOperation(hsn, operation, {})
    onTried()
  }
  return (
    <>
      <div className={style.actions}>
        <ActionButton
          label={mine?.running === true ? t('assistant.running') : label}
          disabled={hsn === null || diagnostic?.running === true}
          onPress={() => void go()}
        />
        {mine?.running === true && (
          <ActionButton
            kind="undo"
            label={t('assistant.stop')}
            disabled={mine.stopping}
            onPress={stopDiagnostic}
          />
        )}
      </div>
      {mine !== null && !mine.running && <DiagnosticResultView diagnostic={mine} />}
    </>
  )
}
