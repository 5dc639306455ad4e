import { expect, test } from 'vitest'
import { fittingWay } from '../../../../src-web/portal/parts/use-fitting.ts'

/** A table that needs the given width for each layout, in a box of 500 by 900 pixels. */
function tableOf(needed: Readonly<Record<string, number>>) {
  const style = { minHeight: '' }
  const heights: string[] = []
  const table = {
    className: 'list cards',
    get scrollWidth() {
      heights.push(style.minHeight)
      return needed[table.className] ?? 0
    },
  }
  const around = { clientWidth: 500, offsetHeight: 900, style: style as CSSStyleDeclaration }
  return { way: () => fittingWay(around, table), table, style, heights }
}

test.each([
  [{ list: 500, 'list tight': 450 }, 'list'],
  [{ list: 501, 'list tight': 500 }, 'list tight'],
  [{ list: 800, 'list tight': 700, 'list cards': 500 }, 'list cards'],
  [{ list: 800, 'list tight': 700, 'list cards': 501 }, 'list cards'],
])('a table of %o uses the first layout that fits: %s', (needed, way) => {
  expect(tableOf(needed).way()).toBe(way)
})

test('while a table is measured the page keeps its height, so that it does not scroll', () => {
  const { way, table, style, heights } = tableOf({ list: 800, 'list tight': 700 })
  way()
  expect(heights.length).toBeGreaterThan(0)
  expect(heights.every((height) => height === '900px')).toBe(true)
  expect([table.className, style.minHeight]).toEqual(['list cards', ''])
})
