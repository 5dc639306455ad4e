import { barsOf } from '../../src-shared/receipt/code128.ts'
import style from './barcode.module.css'

/** Black on white in every theme, because scanners read nothing else. The encoded text stands below. */
export function Barcode({ text }: { readonly text: string }) {
  const { bars, total } = barsOf(text)
  return (
    <p className={style.barcode}>
      <svg viewBox={`-10 0 ${total + 20} 34`} preserveAspectRatio="none" aria-hidden>
        {bars.map(({ from, width }) => (
          <rect key={from} x={from} width={width} height="34" />
        ))}
      </svg>
      {text}
    </p>
  )
}
