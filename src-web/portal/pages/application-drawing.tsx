import { useLayoutEffect, useRef } from 'preact/hooks'
import { type ApplicationStatus, applicationMoves } from '../../../src-shared/boarding/application-moves.ts'
import { applicationMap, type MapMove, type MapPlace, movesOf } from '../application-map.ts'
import { usePortal } from '../context.ts'

/** So narrow that all of it is visible at 1280 px. */
const box = { width: 114, height: 48, gapX: 25, gapY: 16 }
/** How far a move within a column, or back, is bent: it stays between the boxes. */
const bulge = box.gapX - 6
const places = applicationMap()
const moves = movesOf(places)
const width = (Math.max(...places.map(({ column }) => column)) + 1) * (box.width + box.gapX) - box.gapX + 4
const height = (Math.max(...places.map(({ row }) => row)) + 1) * (box.height + box.gapY) - box.gapY + 4

const at = ({ column, row }: MapPlace) => ({
  x: 2 + column * (box.width + box.gapX),
  y: 2 + row * (box.height + box.gapY),
})

/**
 * A line from a state's right edge to the next one's left edge. Moves back run below, moves in a column beside it, and
 * moves over a column between its rows, behind no other state.
 */
function pathOf({ from, to }: MapMove): string {
  const [start, end] = [at(from), at(to)]
  const [startY, endY] = [start.y + box.height / 2, end.y + box.height / 2]
  const right = start.x + box.width
  if (to.column > from.column + 1) {
    const between = to.row > 0 ? end.y - box.gapY / 2 : end.y + box.height + box.gapY / 2
    const [first, last] = [right + box.gapX, end.x - box.gapX]
    return `M${right} ${startY} C${right + bulge} ${startY} ${right} ${between} ${first} ${between} H${last} C${end.x} ${between} ${end.x - bulge} ${endY} ${end.x} ${endY}`
  }
  if (to.column > from.column) {
    const bend = Math.max(bulge, (end.x - right) / 2)
    return `M${right} ${startY} C${right + bend} ${startY} ${end.x - bend} ${endY} ${end.x} ${endY}`
  }
  if (to.column === from.column) {
    return `M${right} ${startY} C${right + bulge} ${startY} ${right + bulge} ${endY} ${right} ${endY}`
  }
  const back = end.x + box.width
  return `M${start.x} ${startY + 14} C${start.x - bulge} ${startY + 14} ${back + bulge} ${endY + 14} ${back} ${endY + 14}`
}

/** The possible moves last: no other line covers them. */
const inOrder = (status: ApplicationStatus) =>
  [...moves].sort((one, other) => Number(one.from.status === status) - Number(other.from.status === status))

/** On a narrow screen, scrolls the drawing to the application's state. */
function showPlace(frame: HTMLElement, status: ApplicationStatus): void {
  const place = places.find((one) => one.status === status)
  if (place !== undefined) frame.scrollLeft = at(place).x + box.width / 2 - frame.clientWidth / 2
}

const isWide = () => matchMedia('(min-width: 561px)').matches

/** The application's state among all states, with the possible next ones; the same as text. */
export function ApplicationDrawing({ status }: { readonly status: ApplicationStatus }) {
  const { words } = usePortal()
  const next = applicationMoves[status]
  const frame = useRef<HTMLElement>(null)
  const show = () => {
    if (frame.current !== null) showPlace(frame.current, status)
  }
  useLayoutEffect(show, [status])
  const nameOf = (one: ApplicationStatus) => words(`applicationStatus.${one}`)
  return (
    <section class="block">
      <h2>{words('application.next')}</h2>
      {next.length === 0 ? (
        <p>{words('application.over')}</p>
      ) : (
        <ul class="next">
          {next.map((one) => (
            <li key={one}>{nameOf(one)}</li>
          ))}
        </ul>
      )}
      {/* A phone shows only a part of the drawing; the possible next states stand above as text. */}
      <details open={isWide()} onToggle={show}>
        <summary>{words('application.drawing')}</summary>
        {/* Wider than a phone: it scrolls by itself, also by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable (WCAG 2.1.1) */}
        <section ref={frame} class="scrolls" aria-label={words('application.drawing')} tabIndex={0}>
          <svg
            class="states"
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={words('application.drawingLabel', { status: nameOf(status) })}
          >
            <defs>
              <marker
                id="arrow"
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto-start-reverse"
              >
                <path d="M0 0 L8 4 L0 8 z" />
              </marker>
            </defs>
            {inOrder(status).map((move) => (
              <path
                key={`${move.from.status} ${move.to.status}`}
                class={move.from.status === status ? 'move move-next' : 'move'}
                d={pathOf(move)}
                marker-end="url(#arrow)"
              />
            ))}
            {places.map((place) => (
              <State
                key={place.status}
                place={place}
                name={nameOf(place.status)}
                mark={place.status === status ? 'now' : next.includes(place.status) ? 'next' : 'other'}
              />
            ))}
          </svg>
        </section>
      </details>
    </section>
  )
}

function State({
  place,
  name,
  mark,
}: {
  readonly place: MapPlace
  readonly name: string
  readonly mark: 'now' | 'next' | 'other'
}) {
  const { x, y } = at(place)
  const lines = linesOf(name)
  return (
    <g class={`state state-${mark}`}>
      <rect x={x} y={y} width={box.width} height={box.height} rx={10} />
      <text x={x + box.width / 2} y={y + box.height / 2 + (lines.length > 1 ? -3 : 5)} text-anchor="middle">
        {lines.map((line, index) => (
          <tspan key={line} x={x + box.width / 2} dy={index === 0 ? 0 : 17}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  )
}

/** Splits a name into at most two lines of similar length. */
function linesOf(name: string): readonly string[] {
  const parts = name.split(' ')
  if (name.length <= 14 || parts.length === 1) return [name]
  const splits = parts
    .slice(1)
    .map((_, index) => [parts.slice(0, index + 1).join(' '), parts.slice(index + 1).join(' ')])
  const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length))
  return splits.reduce((best, one) => (longest(one) < longest(best) ? one : best))
}
