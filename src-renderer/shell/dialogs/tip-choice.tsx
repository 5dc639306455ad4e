import { useNumbers } from '../../i18n/use-numbers.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import style from './tip-choice.module.css'
import { canToggleTip, offeredTips, toggleTip } from './tip-presets.ts'

interface TipChoiceProps {
  readonly presets: readonly number[]
  readonly onChange: (presets: number[]) => void
}

/** The tip percentages that the terminal offers, including one that was set elsewhere. */
export function TipChoice({ presets, onChange }: TipChoiceProps) {
  const { t } = useTranslation()
  const numbers = useNumbers()
  const percents = [...new Set([...offeredTips, ...presets])].sort((one, other) => one - other)
  return (
    <fieldset className={style.tips}>
      <legend>{t('settings.tips')}</legend>
      {percents.map((percent) => (
        <label key={percent} className={style.tip}>
          <input
            type="checkbox"
            checked={presets.includes(percent)}
            disabled={!canToggleTip(presets, percent)}
            onChange={() => onChange(toggleTip(presets, percent))}
          />
          <span>{numbers.percent(percent)}</span>
        </label>
      ))}
      <p className={style.hint}>{t('settings.tipsHint')}</p>
    </fieldset>
  )
}
