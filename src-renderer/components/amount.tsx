import type { CSSProperties } from 'react'
import style from './amount.module.css'

interface AmountProps {
  /** Already formatted, such as $12.34. */
  readonly text: string
  readonly size?: 'giant' | 'large'
  /** Nothing typed yet: shown, but not as a sum that counts. */
  readonly faint?: boolean
  /** Read aloud as it changes. */
  readonly live?: boolean
}

/** A sum that can be read across the counter. However long, it stays on one line of its container. */
export function Amount({ text, size = 'giant', faint = false, live = false }: AmountProps) {
  return (
    <div className={style.line}>
      <p
        className={`${style.amount} ${style[size]} ${faint ? style.faint : ''}`}
        style={{ '--characters': Math.max(text.length, 5) } as CSSProperties}
        aria-live={live ? 'polite' : undefined}
      >
        {text}
      </p>
    </div>
  )
}
