import type { ReceiptLine } from '../../src-shared/receipt/lines.ts'
import { Barcode } from './barcode.tsx'
import style from './receipt-paper.module.css'

interface ReceiptPaperProps {
  readonly lines: readonly ReceiptLine[]
  readonly label: string
  /** PNG data URL. */
  readonly signature: string | null
  readonly signatureLabel: string
}

/** The receipt as it is printed. If it is longer than its area, it scrolls there, also by keyboard. */
export function ReceiptPaper({ lines, label, signature, signatureLabel }: ReceiptPaperProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={style.roll} aria-label={label} tabIndex={0}>
      {/* Until its lines are there, no empty paper is shown, which would look like an empty receipt. */}
      {(lines.length > 0 || signature !== null) && (
        <div className={style.paper}>
          {lines.map((line, index) => (
            // Lines have no ids and never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <PaperLine key={index} line={line} />
          ))}
          {signature !== null && <img className={style.signature} src={signature} alt={signatureLabel} />}
        </div>
      )}
    </section>
  )
}

function PaperLine({ line }: { readonly line: ReceiptLine }) {
  switch (line.kind) {
    case 'rule':
      return <div className={style.rule} />
    case 'space':
      return <div className={style.space} />
    case 'barcode':
      return <Barcode text={line.text} />
    case 'text':
      return <p className={`${style[line.align]} ${style[line.weight]}`}>{line.text}</p>
    case 'pair':
      return (
        <p className={`${style.pair} ${style[line.weight]}`}>
          <span>{line.left}</span> <span className={style.right}>{line.right}</span>
        </p>
      )
  }
}
