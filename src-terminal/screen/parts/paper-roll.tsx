import { useRef } from 'react'
import { barsOf } from '../../../src-shared/receipt/code128.ts'
import type { ReceiptLine } from '../../../src-shared/receipt/lines.ts'
import type { TerminalStore, TerminalView } from '../terminal-store.ts'

/** The printer: paper comes out at the top, and can be read and torn off. */
export function PaperRoll({ view, store }: { readonly view: TerminalView; readonly store: TerminalStore }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { receipts, condition, hardware } = view
  if (!hardware.printer) return <div className="printer" />
  const tearOff = () => {
    dialog.current?.close()
    store.tearOff()
  }
  return (
    <div className="printer">
      {receipts.length === 0 ? (
        <PaperSwitch loaded={condition.paper} act={store.act} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
          <section className="paper-window" aria-label="Receipt" tabIndex={0}>
            <div className="paper" key={view.printed}>
              <Receipts receipts={receipts} />
            </div>
          </section>
          <button
            type="button"
            className="paper-tool paper-tool-left"
            onClick={() => dialog.current?.showModal()}
          >
            Open<span className="unseen"> receipt</span>
          </button>
          <button type="button" className="paper-tool paper-tool-right" onClick={tearOff}>
            Tear off
          </button>
          <dialog ref={dialog} className="receipt-dialog" aria-label="Receipt">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
            <div className="paper" tabIndex={0}>
              <Receipts receipts={receipts} />
            </div>
            <div className="dialog-tools">
              <button type="button" className="way" onClick={() => dialog.current?.close()}>
                Close
              </button>
              <button type="button" className="way" onClick={tearOff}>
                Take it
              </button>
            </div>
          </dialog>
        </>
      )}
      <div className="paper-slot" aria-hidden="true" />
    </div>
  )
}

interface PaperSwitchProps {
  readonly loaded: boolean
  readonly act: TerminalStore['act']
}

function PaperSwitch({ loaded, act }: PaperSwitchProps) {
  return (
    <button
      type="button"
      className="paper-tool paper-tool-right paper-switch"
      onClick={() => act({ kind: 'load_paper', loaded: !loaded })}
    >
      {loaded ? 'Take paper out' : 'Load paper'}
    </button>
  )
}

/** Lines never change once printed, so their position can be their key. */
const numbered = <Item,>(items: readonly Item[]) => items.map((item, at) => ({ item, place: `line ${at}` }))

function Receipts({ receipts }: { readonly receipts: readonly (readonly ReceiptLine[])[] }) {
  return numbered(receipts).map(({ item: lines, place }) => (
    <div className="receipt" key={place}>
      {numbered(lines).map(({ item: line, place: linePlace }) => (
        <Line key={linePlace} line={line} />
      ))}
    </div>
  ))
}

function Line({ line }: { readonly line: ReceiptLine }) {
  switch (line.kind) {
    case 'rule':
      return <hr />
    case 'space':
      return <div className="blank" />
    case 'barcode':
      return <Barcode text={line.text} />
    case 'text':
      return <p className={`${line.weight} ${line.align}`}>{line.text}</p>
    case 'pair':
      return (
        <p className={`pair ${line.weight}`}>
          <span>{line.left}</span>
          <span>{line.right}</span>
        </p>
      )
  }
}

/** Like the counter's receipts: bars of whole modules, with the text below. */
function Barcode({ text }: { readonly text: string }) {
  const { bars, total } = barsOf(text)
  return (
    <p className="center">
      <svg viewBox={`0 0 ${total} 30`} width={total * 1.5} height="44" preserveAspectRatio="none" aria-hidden>
        {bars.map(({ from, width }) => (
          <rect key={from} x={from} width={width} height="30" />
        ))}
      </svg>
      <br />
      {text}
    </p>
  )
}
