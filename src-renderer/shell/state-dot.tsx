import type { Snapshot } from '../../src-shared/pos/snapshot.ts'
import type { TerminalChoice } from '../../src-shared/pos/terminals/terminal-choice.ts'
import style from './state-dot.module.css'

/** How a terminal stands, beside the words for it. */
export function StateDot({
  state,
}: {
  readonly state: Snapshot['terminal']['kind'] | TerminalChoice['state']
}) {
  return <span className={`${style.dot} ${style[state] ?? ''}`} />
}
