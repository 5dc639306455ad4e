import type { PingRecord } from '../../src-shared/pos/terminals/installer.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { latencyOf, mostPoints, pointsOf, topOf } from './latency.ts'
import style from './latency-chart.module.css'

const width = 500
const height = 120
const bar = width / mostPoints

/** Response times of the last pings: a bar for each answer, a red bar with a dashed outline for each missing one. */
export function LatencyChart({ pings }: { readonly pings: readonly PingRecord[] }) {
  const { t } = useTranslation('staff')
  const { usual, slowest, asked, unanswered } = latencyOf(pings)
  if (asked === 0) return <p className={style.words}>{t('latency.none')}</p>
  const top = topOf(pings)
  return (
    <figure className={style.figure}>
      <div className={style.chart}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <line x1="0" x2={width} y1={height / 2} y2={height / 2} className={style.grid} />
          <line x1="0" x2={width} y1={height - 1} y2={height - 1} className={style.ground} />
          {pointsOf(pings, top).map(({ x, height: share }) =>
            share === null ? (
              <rect
                key={x}
                x={x * width - bar * 0.35}
                y={0}
                width={bar * 0.7}
                height={height}
                className={style.missed}
              />
            ) : (
              <rect
                key={x}
                x={x * width - bar * 0.35}
                y={height - Math.max(share * height, 4)}
                width={bar * 0.7}
                height={Math.max(share * height, 4)}
                className={style.answered}
              />
            ),
          )}
        </svg>
        <span className={style.top}>{t('latency.ms', { ms: top })}</span>
      </div>
      <figcaption className={style.words}>
        {usual !== null && slowest !== null && <span>{t('latency.answered', { usual, slowest })}</span>}{' '}
        <span className={unanswered > 0 ? style.trouble : ''}>
          {unanswered === 0
            ? t('latency.all', { count: asked })
            : t('latency.missed', { unanswered, count: asked })}
        </span>
      </figcaption>
    </figure>
  )
}
