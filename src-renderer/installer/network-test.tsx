import { useEffect, useState } from 'react'
import {
  type NetworkLine,
  type NetworkTest as Test,
  wentWell,
} from '../../src-shared/pos/installer-tools/network-test.ts'
import { askMain } from '../bridge.ts'
import { ActionButton } from '../components/action-button.tsx'
import { Notice } from '../components/notice.tsx'
import { useDates } from '../i18n/use-dates.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import style from './health-page.module.css'
import { StateIcon } from './state-icon.tsx'

/** Tests the network path to the payment service and the terminal on request. Leaving the page ends the test. */
export function NetworkTest() {
  const { t } = useTranslation('setup')
  const [test, setTest] = useState<Test | 'failed' | null>(null)
  const [testing, setTesting] = useState(false)
  useEffect(() => () => void askMain('health.stop_network', undefined), [])
  const start = async () => {
    setTesting(true)
    const found = await askMain('health.network', undefined)
    setTesting(false)
    setTest(found.ok ? found.value : 'failed')
  }
  const done = test === 'failed' || testing ? null : test
  return (
    <section className={style.support} data-network>
      <h2 className={style.name}>{t('network.title')}</h2>
      <p>{t('network.text')}</p>
      <div className={style.actions}>
        <ActionButton
          label={t(testing ? 'network.testing' : test === null ? 'network.start' : 'network.again')}
          disabled={testing}
          onPress={() => void start()}
        />
      </div>
      {test === 'failed' && <Notice alert tone="bad" title={t('network.failed')} />}
      <div role="status">
        {testing && <p>{t('network.wait')}</p>}
        {done !== null && (
          <p className={style.outcome}>
            {t(wentWell(done) ? 'network.well' : 'network.wrong')}{' '}
            {t(done.here ? 'network.here' : 'network.at', { url: done.url ?? '–' })}
          </p>
        )}
      </div>
      {done !== null && (
        <ul className={style.lines}>
          {done.lines.map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ line }: { readonly line: NetworkLine }) {
  const { t } = useTranslation('setup')
  const dates = useDates()
  const { name, reason, state, took_ms, values, until } = line
  // Name and reason come from one line, but the compiler does not track the pair through the union.
  const words = `network.line.${name}.${reason}` as 'network.line.name.found'
  const written = { ...values, ...(until === null ? {} : { until: dates.calendarDay(until.slice(0, 10)) }) }
  return (
    <li className={style.line} data-step={name} data-state={state}>
      <StateIcon state={state} />
      <div className={style.words}>
        <div className={style.head}>
          <h3 className={style.name}>{t(`network.name.${name}`)}</h3>
          {took_ms !== null && <span className={style.took}>{t('network.took', { ms: took_ms })}</span>}
        </div>
        <p>{t(words, written as { host: string; addresses: string })}</p>
      </div>
    </li>
  )
}
