import { useRef } from 'react'
import { type Action, type Point, pressKey, type Stroke } from '../../actions.ts'
import type { Screen } from '../../screen-state.ts'
import type { Pad } from '../use-pad.ts'

interface SignatureViewProps {
  readonly screen: Extract<Screen, { kind: 'signing' }>
  readonly pad: Pad
  readonly act: (action: Action) => void
}

/** The pad has the shape of the picture that was asked for. */
export function SignatureView({ screen, pad, act }: SignatureViewProps) {
  const surface = useRef<SVGSVGElement>(null)
  const { strokes, change } = pad
  const { width, height } = screen
  const empty = strokes.length === 0

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
    const started = points(event)
    change((before) => [...before, started])
  }
  const go = (event: React.PointerEvent<SVGSVGElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const more = points(event)
    change((before) => [...before.slice(0, -1), [...(before.at(-1) ?? []), ...more]])
  }
  return (
    <div className="signing">
      <p className="entry-title">{screen.prompt}</p>
      <div className="pad-frame">
        <svg
          ref={surface}
          className="pad"
          role="img"
          aria-label="Signature pad"
          viewBox={`0 0 ${width} ${height}`}
          onPointerDown={begin}
          onPointerMove={go}
        >
          <title>Signature pad</title>
          {numbered(strokes).map(({ stroke, place }) => (
            <path key={place} className="ink" d={pathOf(stroke, width, height)} />
          ))}
        </svg>
        {empty ? <p className="pad-help">Sign here</p> : null}
      </div>
      <div className="three-buttons">
        <button type="button" className="touch touch-quiet" onClick={() => act(pressKey('red'))}>
          Cancel
        </button>
        <button type="button" className="touch" disabled={empty} onClick={() => change([])}>
          Clear
        </button>
        <button
          type="button"
          className="touch touch-main"
          disabled={empty}
          onClick={() => act({ kind: 'sign', strokes })}
        >
          Done
        </button>
      </div>
    </div>
  )
}

const numbered = (strokes: readonly Stroke[]) =>
  strokes.map((stroke, at) => ({ stroke, place: `stroke ${at}` }))

function pathOf(stroke: Stroke, width: number, height: number): string {
  const [first, ...rest] = stroke.map(({ x, y }) => `${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`)
  // A line of no length is a dot.
  return first === undefined ? '' : `M${first}L${[...(rest.length === 0 ? [first] : rest)].join('L')}`
}
