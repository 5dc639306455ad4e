import { useEffect, useState } from 'react'
import {
  type HealthLine,
  type HealthName,
  healthLines,
  summaryOf,
} from '../../src-shared/pos/installer-tools/health.ts'
import type { HealthAnswer } from '../../src-shared/pos/installer-tools/health-commands.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { Page } from '../components/page.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useNumbers } from '../i18n/use-numbers.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { run, useRunning } from '../stores/command-store.ts'
import style from './health-page.module.css'
import { NetworkTest } from './network-test.tsx'
import { StateIcon } from './state-icon.tsx'
import { showView, type TerminalsView } from './terminals-store.ts'

/** The state of each part, and the next step for each that fails. */
export function HealthPage() {
  const { t } = useTranslation('setup')
  const [answer, setAnswer] = useState<HealthAnswer | null>(null)
  const [failed, setFailed] = useState(false)
  const [looking, setLooking] = useState(false)
  const look = async () => {
    setLooking(true)
    const found = await askMain('health.read', undefined)
    setLooking(false)
    setFailed(!found.ok)
    if (found.ok) setAnswer(found.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; afterwards by its button
  useEffect(() => void look(), [])
  return (
    <Page
      title={t('health.title')}
      tools={
        <ActionButton
          label={t(looking ? 'health.looking' : 'health.again')}
          disabled={looking}
          onPress={() => void look()}
        />
      }
    >
      {failed && <Notice alert tone="bad" title={t('health.failed')} />}
      {answer === null ? (
        !failed && <p role="status">{t('health.looking')}</p>
      ) : (
        <>
          <Summary lines={healthLines(answer.facts)} />
          <ul className={style.lines}>
            {healthLines(answer.facts).map((line) => (
              <Line key={line.name} line={line} />
            ))}
          </ul>
          <NetworkTest />
          <Support until={answer.detailed_until} onChanged={look} />
        </>
      )}
    </Page>
  )
}

function Summary({ lines }: { readonly lines: readonly HealthLine[] }) {
  const { t } = useTranslation('setup')
  const summary = summaryOf(lines)
  return (
    <p className={style.summary} role="status">
      {typeof summary === 'number' ? t('health.count', { count: summary }) : t(`health.${summary}`)}
    </p>
  )
}

/** The page that fixes each part. */
const views: Readonly<Partial<Record<HealthName, TerminalsView>>> = {
  service: { kind: 'service' },
  terminal: { kind: 'list' },
}

function Line({ line }: { readonly line: HealthLine }) {
  const { t } = useTranslation('setup')
  const { quantity } = useNumbers()
  const { name, reason, state, values } = line
  const written = values.gb === undefined ? values : { ...values, gb: quantity(Number(values.gb)) }
  const view = state === 'good' ? undefined : views[name]
  // Name and reason come from one line, but the compiler does not track the pair through the union.
  const words = `health.line.${name}.${reason}` as 'health.line.disk.low'
  return (
    <li className={style.line} data-health={name} data-state={state}>
      <StateIcon state={state} />
      <div className={style.words}>
        <h2 className={style.name}>{t(`health.name.${name}`)}</h2>
        <p>{t(words, written)}</p>
      </div>
      {view !== undefined && (
        <span className={style.open}>
          <ActionButton label={t('health.open')} onPress={() => showView(view)} />
        </span>
      )}
    </li>
  )
}

/** Saves the support bundle and turns detailed logging on or off. */
function Support(props: { readonly until: string | null; readonly onChanged: () => Promise<void> }) {
  const { t } = useTranslation('setup')
  const dates = useDates()
  const { until } = props
  const saving = useRunning('health.save_bundle')
  const [saved, setSaved] = useState<'saved' | 'failed' | null>(null)
  const save = async () => {
    const answer = await askMain('health.save_bundle', undefined)
    if (!answer.ok) setSaved('failed')
    else if (answer.value) setSaved('saved')
  }
  const turn = async (on: boolean) => {
    if ((await run('health.detail', { on })) === null) await props.onChanged()
  }
  return (
    <section className={style.support}>
      <h2 className={style.name}>{t('support.title')}</h2>
      <p>{t('support.text')}</p>
      <div className={style.actions}>
        <ActionButton label={t('support.save')} disabled={saving} onPress={() => void save()} />
        {until === null ? (
          <ActionButton label={t('support.detail')} onPress={() => void turn(true)} />
        ) : (
          <ActionButton label={t('support.detailOff')} onPress={() => void turn(false)} />
        )}
      </div>
      {until !== null && <p role="status">{t('support.until', { time: dates.time(until) })}</p>}
      {saved !== null && (
        <Notice alert scrolls tone={saved === 'saved' ? 'calm' : 'bad'} title={t(`support.${saved}`)} />
      )}
    </section>
  )
}
