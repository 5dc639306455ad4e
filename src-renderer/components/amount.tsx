import type { CSSProperties } from 'react'
import style from './amount.module.css'

interface AmountProps {
  /** The formatted amount, such as $12.34. */
  readonly text: string
  readonly size?: 'giant' | 'large'
  /** Nothing is typed yet: the amount is shown in a faint colour. */
  readonly faint?: boolean
  /** A screen reader announces changes. */
  readonly live?: boolean
}

/** An amount that can be read across the counter. It always stays on one line of its container. */
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
