import { useEffect, useState } from 'react'
import { quantityIn } from '../../src-shared/language.ts'
import type { TodayTotals } from '../../src-shared/pos/report/report-commands.ts'
import { askMain } from '../bridge.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './reports.module.css'

/** Today's totals of this counter so far. Its space is reserved from the start, so that nothing below moves. */
export function TodayStrip() {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const language = useSnapshot(({ settings }) => settings.language)
  const [today, setToday] = useState<TodayTotals | 'asked' | 'unknown'>('asked')
  const actions = useSnapshot(({ manager }) => manager.actions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an action that ends changes what was given back
  useEffect(() => {
    void askMain('reports.today', undefined).then((result) =>
      setToday((before) => (result.ok ? result.value : before === 'asked' ? 'unknown' : before)),
    )
  }, [actions])
  if (today === 'unknown') return null
  const known = today === 'asked' ? null : today
  const facts = [
    ['sales', known && money(known.collected)],
    ['count', known && quantityIn(language, known.count)],
    ['tips', known && money(known.tips)],
    ['back', known && money(known.given_back)],
    ['drawer', known && money(known.in_drawer)],
  ] as const
  return (
    <section className={style.today} aria-label={t('today.title')} aria-busy={known === null}>
      <p className={style.soft}>{t('today.title')}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`today.${name}`)}</dt>
            <dd>{value ?? '\u00a0'}</dd>
          </div>
        ))}
      </dl>
      <p className={`${style.soft} ${style.aside}`}>{t('today.refunds')}</p>
    </section>
  )
}
