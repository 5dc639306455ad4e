import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import {
  atSpeed,
  comparedLines,
  compareFigures,
  isQuiet,
  measureKeys,
  type SavedFigures,
} from '../../bench/support/figures.ts'

const quick = (figures: object, yardstick_ms = 100) => ({ yardstick_ms, figures })
const verdicts = (now: object, before: object, yardstick_ms = 100) =>
  compareFigures(quick(now, yardstick_ms), quick(before)).map(({ verdict }) => verdict)

describe('figures of the quick benchmark', () => {
  it('reports a ratio as worse only beyond its noise, in the direction that matters', () => {
    expect(verdicts({ create_sqlite: 0.73 }, { create_sqlite: 0.8 })).toEqual(['same'])
    expect(verdicts({ create_sqlite: 0.71 }, { create_sqlite: 0.8 })).toEqual(['worse'])
    expect(verdicts({ create_sqlite: 0.95 }, { create_sqlite: 0.8 })).toEqual(['better'])
    expect(verdicts({ start: 1.7 }, { start: 1.5 })).toEqual(['worse'])
    expect(verdicts({ start: 1.3 }, { start: 1.5 })).toEqual(['better'])
  })

  it('reports any increase of commits as worse', () => {
    expect(verdicts({ commits: 7 }, { commits: 7 })).toEqual(['same'])
    expect(verdicts({ commits: 8 }, { commits: 7 })).toEqual(['worse'])
  })

  it('scales times, but no other figures, to the machine of the saved figures', () => {
    expect(verdicts({ tap: 40, start: 1.5 }, { tap: 20, start: 1.5 }, 200)).toEqual(['same', 'same'])
    expect(verdicts({ tap: 40, start: 3 }, { tap: 20, start: 1.5 }, 100)).toEqual(['worse', 'worse'])
  })

  it("scales times by the machine's speed during the measurement", () => {
    expect(atSpeed({ tap: 20, start: 1.5, commits: 7 }, 0.5)).toEqual({ tap: 10, start: 1.5, commits: 7 })
  })

  it('names figures that are in only one of the two sets', () => {
    expect(verdicts({ tap: 10 }, { start: 1.5 })).toEqual(['not measured', 'new'])
  })

  it('prints by how much a figure is worse, beside its noise', () => {
    const [line] = comparedLines(compareFigures(quick({ start: 1.8 }), quick({ start: 1.5 })))
    expect(line).toMatch(/1\.80 × +1\.50 × +WORSE by 20 % \(noise: 10 %\)/)
  })

  it('warns when other programs keep the machine too busy for reliable times', () => {
    expect(isQuiet(0.2, 2)).toBe(true)
    expect(isQuiet(0.3, 2)).toBe(false)
  })

  it('are committed for every key that is measured', () => {
    const text = readFileSync(fromRoot('tests', 'bench', 'figures.json'), 'utf8')
    const saved = JSON.parse(text) as SavedFigures
    expect(Object.keys(saved.figures).sort()).toEqual([...measureKeys].sort())
  })
})
