import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { TerminalChoice } from '../../src-shared/pos/terminals/terminal-choice.ts'
import style from './state-dot.module.css'

/** The state of a terminal, beside its text. */
export function StateDot({
  state,
}: {
  readonly state: Snapshot['terminal']['kind'] | TerminalChoice['state']
}) {
  return <span className={`${style.dot} ${style[state] ?? ''}`} />
}
