import { useRef, useState } from 'react'
import { type Action, pressKey } from '../../device/actions.ts'
import type { SigningScreen } from '../../device/screen-state.ts'
import type { Point, Stroke } from '../../prompts/signature/stroke.ts'
import { useWords } from '../use-words.ts'

interface SignatureViewProps {
  readonly screen: SigningScreen
  readonly act: (action: Action) => void
}

/** The pad has the proportions of the requested picture. The terminal stores a stroke when the pen leaves the pad. */
export function SignatureView({ screen, act }: SignatureViewProps) {
  const { t } = useWords()
  const surface = useRef<SVGSVGElement>(null)
  const [drawing, setDrawing] = useState<Stroke>([])
  const { width, height, strokes } = screen
  const shown = drawing.length === 0 ? strokes : [...strokes, drawing]
  const empty = shown.length === 0

  const points = (event: React.PointerEvent): readonly Point[] => {
    const toPad = surface.current?.getScreenCTM()?.inverse()
    if (toPad === undefined) return []
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? []
    return (moves.length === 0 ? [event.nativeEvent] : moves).map(({ clientX, clientY }) => {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(toPad)
      return { x: x / width, y: y / height }
    })
  }
  const begin = (event: React.PointerEvent<SVGSVGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawing(points(event))
  }
  const go = (event: React.PointerEvent<SVGSVGElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const more = points(event)
    setDrawing((before) => [...before, ...more])
  }
  const end = () => {
    if (drawing.length > 0) act({ kind: 'draw', strokes: [drawing] })
    setDrawing([])
  }
  return (
    <div className="signing">
      <p className="entry-title">{screen.prompt}</p>
      <div className="pad-frame">
        <svg
          ref={surface}
          className="pad"
          role="img"
          aria-label={t('Signature pad')}
          viewBox={`0 0 ${width} ${height}`}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <title>{t('Signature pad')}</title>
          {numbered(shown).map(({ stroke, place }) => (
            <path key={place} className="ink" d={pathOf(stroke, width, height)} />
          ))}
        </svg>
        {empty ? (
          <p className="pad-help">{t(screen.cleared === 0 ? 'Sign here' : 'Please sign again')}</p>
        ) : null}
      </div>
      <div className="three-buttons">
        <button type="button" className="touch touch-quiet" onClick={() => act(pressKey('red'))}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="touch"
          disabled={empty}
          onClick={() => act({ kind: 'clear_signature' })}
        >
          {t('Clear')}
        </button>
        <button
          type="button"
          className="touch touch-main"
          disabled={empty}
          onClick={() => act({ kind: 'sign', strokes: [] })}
        >
          {t('Done')}
        </button>
      </div>
    </div>
  )
}

const numbered = (strokes: readonly Stroke[]) =>
  strokes.map((stroke, at) => ({ stroke, place: `stroke ${at}` }))

function pathOf(stroke: Stroke, width: number, height: number): string {
  const [first, ...rest] = stroke.map(({ x, y }) => `${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`)
  // A line of zero length is drawn as a dot.
  return first === undefined ? '' : `M${first}L${[...(rest.length === 0 ? [first] : rest)].join('L')}`
}
