import { useEffect, useState } from 'react'
import { isOwnTerminal } from '../../../src-shared/pos/terminals/is-own-terminal.ts'
import type { TerminalChoice } from '../../../src-shared/pos/terminals/terminal-choice.ts'
import { askMain } from '../../bridge.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { run, useRunning } from '../../stores/command-store.ts'
import { closeDialog } from '../../stores/dialog-store.ts'
import { useSnapshot } from '../../stores/snapshot-store.ts'
import { StateDot } from '../state-dot.tsx'
import style from './terminal-choices.module.css'

/** The shop's other terminals. One tap switches this counter to the chosen one. */
export function TerminalChoices() {
  const { t } = useTranslation()
  const { choices, looked } = useChoices()
  const switching = useRunning('terminal.switch')
  const own = useSnapshot(({ terminal }) => terminal)
  const charging = useSnapshot(({ sale }) => !restful.includes(sale.kind))
  if (!looked) return <p className={style.looking}>{t('terminal.choices.looking')}</p>
  const others = choices.filter(({ hsn }) => !isOwnTerminal(own, hsn))
  if (others.length === 0) return null
  const take = async ({ hsn, state }: TerminalChoice) => {
    // If another counter uses the terminal, or it does not answer, this dialog shows it with the possible actions.
    if ((await run('terminal.switch', { hsn })) === null && state === 'free') closeDialog()
  }
  return (
    <section className={style.choices} aria-labelledby="terminal-choices">
      <h3 id="terminal-choices" className={style.title}>
        {t('terminal.choices.title')}
      </h3>
      {charging && <p>{t('terminal.choices.charging')}</p>}
      <ul className={style.list}>
        {others.map((choice) => (
          <li key={choice.hsn}>
            <button
              type="button"
              className={style.choice}
              data-choice={choice.hsn}
              disabled={switching || charging}
              onClick={() => void take(choice)}
            >
              <StateDot state={choice.state} />
              <span className={style.name}>{choice.name === '' ? choice.hsn : choice.name}</span>
              {choice.usual && <span className={style.usual}>{t('terminal.choices.usual')}</span>}
              <span className={style.state}>{t(`terminal.choices.${choice.state}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** States of a sale in which it does not use the terminal. */
const restful: readonly string[] = ['ready', 'declined', 'approved', 'stopped']

/**
 * The current terminals. Requested again when the counter has switched, and when the new terminal has answered: only
 * then is the previous one released.
 */
function useChoices(): { readonly choices: readonly TerminalChoice[]; readonly looked: boolean } {
  const [choices, setChoices] = useState<readonly TerminalChoice[] | null>(null)
  const present = useSnapshot(({ terminal }) => (terminal.kind === 'none' ? '' : terminal.hsn))
  const state = useSnapshot(({ terminal }) => terminal.kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the counter has taken another one
  useEffect(() => {
    let wanted = true
    void askMain('terminal.choices', undefined).then((found) => {
      if (wanted) setChoices(found.ok ? found.value : [])
    })
    return () => {
      wanted = false
    }
  }, [present, state])
  return { choices: choices ?? [], looked: choices !== null }
}
