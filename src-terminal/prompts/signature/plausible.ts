import type { Point, Stroke } from './stroke.ts'

/**
 * A scripted customer's signature: loops that get smaller to the right, and a flourish below. The same seed gives the
 * same signature.
 */
export function plausibleSignature(seed: number): readonly Stroke[] {
  const wobble = (n: number) => Math.sin(seed * 12.9898 + n * 78.233) * 0.5
  const loops = 5 + Math.abs(Math.round(wobble(1) * 3))
  const length = 120
  const name: readonly Point[] = Array.from({ length }, (_, at) => {
    const t = at / (length - 1)
    const turn = t * loops * 2 * Math.PI
    const size = 0.26 * (1 - 0.55 * t) * (1 + 0.3 * wobble(Math.floor(t * loops) + 2))
    return inside({
      x: 0.1 + 0.72 * t + 0.045 * Math.cos(turn),
      y: 0.48 - size * Math.sin(turn) + 0.04 * Math.sin(t * 5 + seed),
    })
  })
  const flourish: readonly Point[] = Array.from({ length: 30 }, (_, at) => {
    const t = at / 29
    return inside({ x: 0.86 - 0.7 * t, y: 0.74 + 0.08 * Math.sin(t * Math.PI) + 0.02 * wobble(9) })
  })
  return [name, flourish]
}

const inside = ({ x, y }: Point): Point => ({
  x: Math.min(0.98, Math.max(0.02, x)),
  y: Math.min(0.98, Math.max(0.02, y)),
})
