import type { ReactNode } from 'react'
import { chargedOf } from '../../src-shared/pos/sale/charged.ts'
import type { SaleFacts } from '../../src-shared/pos/sale/sale.ts'
import { Amount } from '../components/amount.tsx'
import { Journey } from '../components/journey.tsx'
import { Notice } from '../components/notice.tsx'
import { Dock, Stage, Words } from '../components/stage.tsx'
import { useMoney } from '../i18n/use-money.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { type Milestone, milestones } from './journey.ts'
import style from './running-screen.module.css'

interface RunningScreenProps {
  readonly sale: SaleFacts
  readonly title: string
  readonly detail: string
  readonly milestone: Milestone
  /** Shown beside the journey: the time left. */
  readonly aside?: ReactNode
  /** The action buttons. */
  readonly children?: ReactNode
}

/** One layout from Charge to the bank's answer, so that nothing moves while the customer proceeds. */
export function RunningScreen({ sale, title, detail, milestone, aside, children }: RunningScreenProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const terminal = useSnapshot((snapshot) => snapshot.terminal.kind)
  const { tip_presets: presets, tip_custom: custom } = useSnapshot((snapshot) => snapshot.settings)
  // After a decline the journey starts again at the card, because the tip is decided.
  const asksTip = (presets.length > 0 || custom || sale.tip > 0) && sale.failed_payments.length === 0
  // A terminal that cannot read a card first skips the consent step.
  const asksConsent =
    sale.surcharge_rule !== null && sale.entry === 'card' && sale.no_surcharge !== 'terminal'
  return (
    <>
      <Stage title={title}>
        <Words>{detail}</Words>
        <Amount text={money(chargedOf(sale))} size="large" />
        {sale.tip + sale.surcharge > 0 && (
          <p className={style.parts}>
            {t('facts.sale')} {money(sale.amount)}
            {sale.tip > 0 && ` + ${t('facts.tip')} ${money(sale.tip)}`}
            {sale.surcharge > 0 && ` + ${t('facts.surcharge')} ${money(sale.surcharge)}`}
          </p>
        )}
        {sale.no_surcharge !== null && <Words>{t(`noSurcharge.${sale.no_surcharge}`)}</Words>}
        {sale.note !== '' && <p className={style.parts}>{t('facts.noteOf', { note: sale.note })}</p>}
        {/* Above the steps: in a small window it must not lie below the fold. */}
        {(terminal === 'offline' || terminal === 'not_owned') && (
          <Notice
            tone="wait"
            title={t(`terminal.notice.${terminal}.title`)}
            text={t(`running.${terminal === 'offline' ? 'terminalQuiet' : 'terminalNotOwned'}`)}
          />
        )}
        <Journey
          milestones={milestones(sale.entry, asksTip, asksConsent, sale.token?.saved)}
          current={milestone}
        />
      </Stage>
      <Dock pinned sale={sale} above={aside}>
        {children}
      </Dock>
    </>
  )
}
