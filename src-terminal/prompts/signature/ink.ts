import type { Point, Stroke } from './stroke.ts'

/** A greyscale picture: one byte per pixel, rows from the top, 0 is blank and 255 is full. */
export interface Ink {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Draws strokes (0..1 in both directions) as smooth lines with soft edges. */
export function drawInk(strokes: readonly Stroke[], width: number, height: number): Ink {
  const pixels = new Uint8Array(width * height)
  const radius = Math.max(0.8, Math.min(width, height) / 90)
  for (const stroke of strokes) {
    const points = smooth(stroke.map(({ x, y }) => ({ x: x * (width - 1), y: y * (height - 1) })))
    points.forEach((point, at) => {
      drawSegment({ width, height, pixels }, points[at - 1] ?? point, point, radius)
    })
  }
  return { width, height, pixels }
}

/** Draws quadratic curves between the midpoints of neighbouring segments; the point between them is the control. */
function smooth(points: readonly Point[]): readonly Point[] {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 3) return points
  const curves = points.slice(1, -1).flatMap((control, at) => {
    const from = middle(points[at] ?? control, control)
    const to = middle(control, points[at + 2] ?? control)
    const parts = Math.max(1, Math.ceil((distance(from, control) + distance(control, to)) / 3))
    return Array.from({ length: parts + 1 }, (_, part) => onCurve(from, control, to, part / parts))
  })
  return [first, ...curves, last]
}

function onCurve(from: Point, control: Point, to: Point, t: number): Point {
  const along = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c
  return { x: along(from.x, control.x, to.x), y: along(from.y, control.y, to.y) }
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function drawSegment({ width, height, pixels }: Ink, from: Point, to: Point, radius: number): void {
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - radius - 1))
  const right = Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + radius + 1))
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - radius - 1))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + radius + 1))
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const cover = Math.round(255 * (radius + 0.5 - distanceToSegment({ x, y }, from, to)))
      const at = y * width + x
      pixels[at] = Math.max(pixels[at] ?? 0, Math.min(255, Math.max(0, cover)))
    }
  }
}

function distanceToSegment(point: Point, from: Point, to: Point): number {
  const length = (to.x - from.x) ** 2 + (to.y - from.y) ** 2
  if (length === 0) return distance(point, from)
  const along = ((point.x - from.x) * (to.x - from.x) + (point.y - from.y) * (to.y - from.y)) / length
  const t = Math.min(1, Math.max(0, along))
  return distance(point, { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) })
}
