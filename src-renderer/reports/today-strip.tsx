import { useEffect, useState } from 'react'
import { quantityIn } from '../../src-shared/language.ts'
import type { TodayTotals } from '../../src-shared/pos/report/report-commands.ts'
import { askMain } from '../bridge.ts'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import style from './reports.module.css'

/** What today came to so far at this counter. */
export function TodayStrip() {
  const { t } = useTranslation('staff')
  const money = useMoney()
  const language = useSnapshot(({ settings }) => settings.language)
  const [today, setToday] = useState<TodayTotals | null>(null)
  const actions = useSnapshot(({ manager }) => manager.actions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an action that ends changes what was given back
  useEffect(() => {
    void askMain('reports.today', undefined).then((result) => result.ok && setToday(result.value))
  }, [actions])
  if (today === null) return null
  const facts = [
    ['sales', money(today.collected)],
    ['count', quantityIn(language, today.count)],
    ['tips', money(today.tips)],
    ['back', money(today.given_back)],
    ['drawer', money(today.in_drawer)],
  ] as const
  return (
    <section className={style.today} aria-label={t('today.title')}>
      <p className={style.soft}>{t('today.title')}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`today.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
