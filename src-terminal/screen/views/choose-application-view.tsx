import type { Action } from '../../device/actions.ts'
import type { ChooseApplicationScreen } from '../../device/screen-state.ts'
import { useWords } from '../use-words.ts'

interface ChooseApplicationViewProps {
  readonly screen: ChooseApplicationScreen
  readonly act: (action: Action) => void
}

/** A card with several applications; the number before each is the key that chooses it. */
export function ChooseApplicationView({ screen, act }: ChooseApplicationViewProps) {
  const { t } = useWords()
  return (
    <div className="ask">
      <p className="entry-title choose-title">{t('How would you like to pay?')}</p>
      <div className="choices">
        {screen.applications.map(({ aid, name }, at) => (
          <button
            key={aid}
            type="button"
            className="touch choice"
            onClick={() => act({ kind: 'choose_application', aid })}
          >
            <span className="choice-key" aria-hidden="true">
              {at + 1}
            </span>
            {name}
          </button>
        ))}
      </div>
      <p className="label choose-help">{t('Leave the card in')}</p>
    </div>
  )
}
