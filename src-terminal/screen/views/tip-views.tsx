import type { Action } from '../../device/actions.ts'
import type { CustomTipScreen, TipScreen } from '../../device/screen-state.ts'
import { useWords } from '../use-words.ts'
import { KeyHelp } from './entry-views.tsx'

interface TipViewProps {
  readonly screen: TipScreen
  readonly act: (action: Action) => void
}

export function TipView({ screen, act }: TipViewProps) {
  const words = useWords()
  const { t } = words
  const money = (cents: number) => words.money(cents, screen.currency)
  return (
    <div className="tip">
      <p className="tip-prompt">
        <span>{screen.prompt}</span>{' '}
        <span className="label">{t('on {amount}', { amount: money(screen.amount) })}</span>
      </p>
      <div className="presets">
        {screen.presets.map(({ percent, tip }) => (
          <button
            key={percent}
            type="button"
            className="touch preset"
            onClick={() => act({ kind: 'choose_tip', choice: { kind: 'preset', percent } })}
          >
            <span className="preset-percent">{words.percent(percent)}</span> <span>{money(tip)}</span>
          </button>
        ))}
      </div>
      <div className="two-buttons">
        {screen.custom ? (
          <button
            type="button"
            className="touch"
            onClick={() => act({ kind: 'choose_tip', choice: { kind: 'custom' } })}
          >
            {t('Other amount')}
          </button>
        ) : null}
        <button
          type="button"
          className="touch"
          onClick={() => act({ kind: 'choose_tip', choice: { kind: 'none' } })}
        >
          {t('No tip')}
        </button>
      </div>
    </div>
  )
}

export function CustomTipView({ screen }: { readonly screen: CustomTipScreen }) {
  const words = useWords()
  const { t } = words
  const money = (cents: number) => words.money(cents, screen.currency)
  return (
    <div className="entry">
      <p className="entry-title">{t('Your tip')}</p>
      <p className="amount">{money(screen.tip)}</p>
      <p className="label">
        {t('Total')} {money(screen.amount + screen.tip)}
      </p>
      <KeyHelp confirm="Add tip" />
    </div>
  )
}
